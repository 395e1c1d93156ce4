import { readFile, stat } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import { isJsonObject, type JsonObject } from '../../protocol/frames.ts';
import { MAX_FRAME_BYTES } from '../../protocol/limits.ts';
import { CDP_ERROR, CdpError, cdpErrorOf, invalidParams } from './cdpError.ts';

/** Sends a command to the page that holds the input. */
export type SendToPage = (method: string, params: JsonObject) => Promise<JsonObject>;

/** Room for the rest of a frame beside the contents of files. */
const FRAME_REST_BYTES = 65_536;

/** Bytes of files, together, whose base64 still fits into one frame. */
const MAX_CONTENT_BYTES = Math.floor((MAX_FRAME_BYTES - FRAME_REST_BYTES) / 4) * 3;

interface FoundFile {
  readonly path: string;
  readonly size: number;
  readonly modifiedAt: number;
  readonly isFolder: boolean;
}

/**
 * `DOM.setFileInputFiles`. Chrome takes a path that names nothing for an empty file, without a word, so paths are checked
 * first. A browser whose owner gave the extension no access to files refuses paths; then the contents are handed over.
 * @throws CdpError that names the path, or the switch in the browser.
 */
export async function setFileInputFiles(params: JsonObject, send: SendToPage): Promise<JsonObject> {
  const files = await Promise.all(pathsOf(params).map(findFile));
  try {
    return await send('DOM.setFileInputFiles', params);
  } catch (thrown) {
    const refused = cdpErrorOf(thrown);
    if (!/not allowed/i.test(refused.message)) throw refused;
    await setContents(params, files, refused, send);
    return {};
  }
}

function pathsOf({ files }: JsonObject): readonly string[] {
  if (Array.isArray(files) && files.every((file) => typeof file === 'string')) return files;
  throw invalidParams('The files must be a list of paths');
}

async function findFile(path: string): Promise<FoundFile> {
  if (!isAbsolute(path)) throw invalidParams(`The path of a file to upload must be absolute: ${path}`);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw invalidParams(`No such file to upload on the daemon's machine: ${path}`);
  return { path, size: found.size, modifiedAt: found.mtimeMs, isFolder: found.isDirectory() };
}

async function setContents(
  params: JsonObject,
  files: readonly FoundFile[],
  refused: CdpError,
  send: SendToPage,
): Promise<void> {
  const folder = files.find(({ isFolder }) => isFolder);
  if (folder !== undefined) throw withReason(refused, `${folder.path} is a folder`);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > MAX_CONTENT_BYTES) {
    throw withReason(refused, `${size} bytes are more than the ${MAX_CONTENT_BYTES} that can go without it`);
  }
  const objectId = await objectOf(params, send);
  const contents = await Promise.all(files.map(contentOf));
  const { exceptionDetails } = await send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: SET_CONTENTS,
    arguments: [{ value: contents }],
  });
  if (exceptionDetails !== undefined) {
    throw new CdpError(CDP_ERROR.general, 'The page did not let the files be put into this element');
  }
}

/** The input as an object of the page, however the command names it. */
async function objectOf({ objectId, nodeId, backendNodeId }: JsonObject, send: SendToPage): Promise<unknown> {
  if (objectId !== undefined) return objectId;
  const { object } = await send('DOM.resolveNode', nodeId !== undefined ? { nodeId } : { backendNodeId });
  return isJsonObject(object) ? object.objectId : undefined;
}

async function contentOf({ path, modifiedAt }: FoundFile) {
  const content = await readFile(path).catch(() => {
    throw invalidParams(`The daemon cannot read the file to upload: ${path}`);
  });
  return { name: basename(path), lastModified: Math.round(modifiedAt), base64: content.toString('base64') };
}

const withReason = ({ code, message, data }: CdpError, reason: string): CdpError =>
  new CdpError(code, `${message}; ${reason}`, data);

/** Runs in the page, on the input. A dropped or pasted file reaches an input in the same way. */
const SET_CONTENTS = `function (files) {
  const transfer = new DataTransfer();
  for (const { name, lastModified, base64 } of files) {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    transfer.items.add(new File([bytes], name, { lastModified }));
  }
  this.files = transfer.files;
  this.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  this.dispatchEvent(new Event('change', { bubbles: true }));
}`;
