import type { ServerResponse } from 'node:http';
import type { ControlReply, PendingLine } from '../../protocol/control.ts';

const PENDING: PendingLine = { ok: false, pending: true };

/** One answer of the control API: newline-delimited JSON, at most one pending line and then the reply. */
export class Reply {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  /** Tells the requester at once that a human's decision is awaited. */
  pending(): void {
    this.#write(PENDING);
  }

  /** Sends the reply itself; resolves once it is sent, or the requester is gone. */
  finish(reply: ControlReply<object>, status = 200): Promise<void> {
    return new Promise((resolve) => {
      this.#response.on('close', resolve);
      if (this.#response.destroyed) resolve();
      this.#write(reply, status);
      this.#response.end(resolve);
    });
  }

  #write(line: PendingLine | ControlReply<object>, status = 200): void {
    if (!this.#response.headersSent) {
      this.#response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
    }
    this.#response.write(`${JSON.stringify(line)}\n`);
  }
}
