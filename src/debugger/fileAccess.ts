import type { DebuggerChrome } from './deps.ts';

/** Names the switch a person has to find. */
export const FILE_ACCESS_ADVICE =
  'turn on "Allow access to file URLs" in the details of sctl Browser on chrome://extensions';

/** Commands Chrome forbids, saying no more than "Not allowed", to an extension without access to files. */
const FILE_COMMANDS: ReadonlySet<string> = new Set([
  'DOM.setFileInputFiles',
  'Input.dispatchDragEvent',
  'Page.navigate',
]);

/** Whether the human has not given this extension access to files. */
export async function lacksFileAccess(chrome: Pick<DebuggerChrome, 'extension'>): Promise<boolean> {
  return !(await chrome.extension.isAllowedFileSchemeAccess());
}

/**
 * Adds the remedy to the error of a command that failed for want of access to files; any other error stays as it is.
 * @param text Chrome's error, JSON text; the result is JSON text too.
 */
export async function withFileAccessAdvice(
  chrome: Pick<DebuggerChrome, 'extension'>,
  method: string,
  text: string,
): Promise<string> {
  if (!FILE_COMMANDS.has(method) || !/not allowed/i.test(text)) return text;
  const error = parse(text);
  if (error === undefined || !(await lacksFileAccess(chrome))) return text;
  return JSON.stringify({ ...error, message: `${error.message} (${FILE_ACCESS_ADVICE})` });
}

function parse(text: string): { readonly message: string } | undefined {
  try {
    const error: unknown = JSON.parse(text);
    if (typeof error !== 'object' || error === null || !('message' in error)) return undefined;
    const { message } = error;
    return typeof message === 'string' ? { ...error, message } : undefined;
  } catch {
    return undefined;
  }
}
