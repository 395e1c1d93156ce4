import { constants } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import type { JsonObject } from '../../protocol/frames.ts';
import type { Clock } from '../clock.ts';
import type { BrowserPort } from './browserPort.ts';
import { invalidParams } from './cdpError.ts';
import { bestMatch, type DownloadItem, type StartedDownload } from './downloadMatch.ts';

/** How often, and for how long, the browser's list is asked for a download the page says is over. */
const LIST_INTERVAL_MS = 50;
const LIST_TRIES = 100;

/** How many of the newest downloads are looked through. */
const LIST_LIMIT = 100;

/** A guid is a file's name here, and comes from the browser. */
const GUID = /^[\w-]{1,64}$/;

/** What downloads need. */
export interface DownloadsDeps {
  readonly clock: Clock;
  readonly browser: BrowserPort;
  /** Tells the client something at browser level. */
  readonly emit: (method: string, params: JsonObject) => void;
  readonly log: (line: string) => void;
}

interface Behavior {
  readonly kind: string;
  readonly folder: string | undefined;
  readonly eventsEnabled: boolean;
}

const UNTOUCHED: Behavior = { kind: 'default', folder: undefined, eventsEnabled: false };

/**
 * Downloads as a client expects them at browser level. Chrome does not let an extension redirect them, but a page tells
 * of its downloads, and the browser's list knows where they went; so the finished file is copied to where the client
 * looks for it before the client is told that it is there.
 */
export class Downloads {
  readonly #deps: DownloadsDeps;
  readonly #started = new Map<string, StartedDownload>();
  /** The browser's IDs of downloads that were found to be one of ours. */
  readonly #claimed = new Set<number>();
  #behavior = UNTOUCHED;
  /** Downloads up to this ID were there before. */
  #lastEarlierId = 0;

  constructor(deps: DownloadsDeps) {
    this.#deps = deps;
  }

  /** Takes note of where the client wants its downloads. @throws CdpError. */
  async setBehavior({ behavior, downloadPath, eventsEnabled }: JsonObject): Promise<void> {
    if (typeof behavior !== 'string') throw invalidParams('Name the behavior of downloads');
    const isPlaced = behavior === 'allow' || behavior === 'allowAndName';
    if (isPlaced && (typeof downloadPath !== 'string' || !isAbsolute(downloadPath))) {
      throw invalidParams('The downloadPath must be an absolute path');
    }
    const folder = isPlaced && typeof downloadPath === 'string' ? downloadPath : undefined;
    if (this.#behavior === UNTOUCHED) await this.#skipEarlier();
    this.#behavior = { kind: behavior, folder, eventsEnabled: eventsEnabled === true };
  }

  /** Takes up an event of any page. */
  observe(method: string, params: JsonObject | undefined): void {
    if (this.#behavior === UNTOUCHED || params === undefined) return;
    switch (method) {
      case 'Page.downloadWillBegin':
        this.#began(params);
        return;
      case 'Page.downloadProgress':
        this.#progressed(params);
        return;
    }
  }

  /** Cancels a download that is under way. @throws CdpError when there is none. */
  async cancel(guid: unknown): Promise<void> {
    const started = typeof guid === 'string' ? this.#started.get(guid) : undefined;
    const item = started && (await this.#find(started, ({ state }) => state === 'in_progress', 1));
    if (item === undefined) throw invalidParams('No download item found for the given GUID');
    await this.#deps.browser.call('downloads.cancel', { id: item.id, confirm: true });
  }

  #began(params: JsonObject): void {
    const { guid, url, suggestedFilename } = params;
    if (typeof guid !== 'string' || typeof url !== 'string' || !GUID.test(guid)) return;
    const name = typeof suggestedFilename === 'string' ? suggestedFilename : '';
    this.#started.set(guid, { url, name });
    this.#tell('Browser.downloadWillBegin', params);
    if (this.#behavior.kind === 'deny') this.cancel(guid).catch(() => undefined);
  }

  #progressed(params: JsonObject): void {
    const { guid, state, totalBytes } = params;
    const started = typeof guid === 'string' ? this.#started.get(guid) : undefined;
    if (started === undefined || typeof guid !== 'string') return;
    if (state === 'inProgress') {
      this.#tell('Browser.downloadProgress', params);
      return;
    }
    this.#started.delete(guid);
    const total = typeof totalBytes === 'number' ? totalBytes : 0;
    if (state !== 'completed' || this.#behavior.folder === undefined) {
      this.#tell('Browser.downloadProgress', params);
      return;
    }
    this.#place(guid, { ...started, size: total }, this.#behavior.kind, this.#behavior.folder).then(
      () => this.#tell('Browser.downloadProgress', params),
      (thrown) => {
        this.#deps.log(`A download could not be handed to its client: ${reasonOf(thrown)}`);
        this.#tell('Browser.downloadProgress', { ...params, state: 'canceled' });
      },
    );
  }

  async #place(guid: string, started: StartedDownload, kind: string, folder: string): Promise<void> {
    const item = await this.#find(started, ({ state }) => state === 'complete', LIST_TRIES);
    if (item === undefined) throw new Error('the browser does not list it');
    await mkdir(folder, { recursive: true });
    const name = kind === 'allowAndName' ? guid : basename(item.filename);
    await copyFile(item.filename, join(folder, name), constants.COPYFILE_FICLONE);
  }

  async #find(
    started: StartedDownload,
    isWanted: (item: DownloadItem) => boolean,
    tries: number,
  ): Promise<DownloadItem | undefined> {
    for (let count = 0; count < tries; count++) {
      if (count > 0) await this.#wait(LIST_INTERVAL_MS);
      const items = (await this.#list()).filter((item) => !this.#claimed.has(item.id) && isWanted(item));
      const item = bestMatch(started, items);
      if (item === undefined) continue;
      if (item.state === 'complete') this.#claimed.add(item.id);
      return item;
    }
    return undefined;
  }

  async #list(): Promise<readonly DownloadItem[]> {
    const { items } = await this.#deps.browser.call('downloads.list', { limit: LIST_LIMIT });
    return items.filter(({ id }) => id > this.#lastEarlierId);
  }

  async #skipEarlier(): Promise<void> {
    const items = await this.#list();
    this.#lastEarlierId = Math.max(this.#lastEarlierId, ...items.map(({ id }) => id));
  }

  #wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.#deps.clock.after(milliseconds, resolve);
    });
  }

  #tell(method: string, params: JsonObject): void {
    if (this.#behavior.eventsEnabled) this.#deps.emit(method, params);
  }
}

const reasonOf = (thrown: unknown): string => {
  if (!(thrown instanceof Error)) return 'unknown cause';
  // The text of a system error has the path in it.
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : thrown.message;
};
