import type { WebSocket } from 'ws';

/** How many browser notifications a client may be behind (protocol §3.4). */
export const MAX_BACKLOG = 4096;

/** How many bytes may wait for a client, whatever they are; 4096 notifications could hold gigabytes. */
export const MAX_UNSENT_BYTES = 67_108_864;

/** How many unsent bytes stop the reading of further commands, whose answers would only wait as well. */
export const PAUSE_UNSENT_BYTES = 16_777_216;

/** The part of a WebSocket the outbox uses. */
export type OutboxSocket = Pick<WebSocket, 'send' | 'bufferedAmount' | 'pause' | 'resume'>;

/** What is on its way to the client. What a client does not read stays bounded: it is given up before it piles up. */
export class Outbox {
  readonly #socket: OutboxSocket;
  readonly #onBehind: () => void;
  #notifications = 0;
  #isPaused = false;
  #isOver = false;

  /** @param onBehind called once, when the client is too far behind; nothing is sent any more then. */
  constructor(socket: OutboxSocket, onBehind: () => void) {
    this.#socket = socket;
    this.#onBehind = onBehind;
  }

  /** Sends an answer. */
  answer(message: object): void {
    this.#send(message, () => undefined);
  }

  /** Sends a notification of the browser's. */
  notify(message: object): void {
    this.#notifications += 1;
    this.#send(message, () => {
      this.#notifications -= 1;
    });
  }

  /** Sends nothing more. */
  close(): void {
    this.#isOver = true;
  }

  #send(message: object, sent: () => void): void {
    if (this.#isOver) return;
    this.#socket.send(JSON.stringify(message), () => {
      sent();
      this.#balance();
    });
    if (this.#notifications > MAX_BACKLOG || this.#socket.bufferedAmount > MAX_UNSENT_BYTES) {
      this.#isOver = true;
      this.#onBehind();
      return;
    }
    this.#balance();
  }

  #balance(): void {
    const pause = !this.#isOver && this.#socket.bufferedAmount > PAUSE_UNSENT_BYTES;
    if (pause === this.#isPaused) return;
    this.#isPaused = pause;
    if (pause) this.#socket.pause();
    else this.#socket.resume();
  }
}
