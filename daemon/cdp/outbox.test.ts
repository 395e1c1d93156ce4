import { expect, test } from 'vitest';
import { MAX_BACKLOG, MAX_UNSENT_BYTES, Outbox, type OutboxSocket, PAUSE_UNSENT_BYTES } from './outbox.ts';

/** A socket whose other end reads when the test says so. */
class StuckSocket {
  readonly sent: string[] = [];
  readonly #callbacks: (() => void)[] = [];
  bufferedAmount = 0;
  isPaused = false;

  readonly send = (text: string, sent: () => void) => {
    this.sent.push(text);
    this.bufferedAmount += text.length;
    this.#callbacks.push(sent);
  };
  readonly pause = () => {
    this.isPaused = true;
  };
  readonly resume = () => {
    this.isPaused = false;
  };

  read(): void {
    this.bufferedAmount = 0;
    for (const callback of this.#callbacks.splice(0)) callback();
  }
}

function open() {
  const socket = new StuckSocket();
  let behind = 0;
  const outbox = new Outbox(socket as OutboxSocket, () => {
    behind += 1;
  });
  return { socket, outbox, behind: () => behind };
}

test('a client may be 4096 notifications behind, and no more', () => {
  const { socket, outbox, behind } = open();
  for (let count = 0; count < MAX_BACKLOG; count++) outbox.notify({});
  expect(behind()).toBe(0);
  outbox.notify({});
  outbox.notify({});
  expect(behind()).toBe(1);
  expect(socket.sent).toHaveLength(MAX_BACKLOG + 1);
});

test('a client that reads may be sent any number', () => {
  const { socket, outbox, behind } = open();
  for (let count = 0; count < 3 * MAX_BACKLOG; count++) {
    outbox.notify({});
    if (count % 1_000 === 0) socket.read();
  }
  expect(behind()).toBe(0);
  expect(socket.sent).toHaveLength(3 * MAX_BACKLOG);
});

test('answers count by their size only', () => {
  const { outbox, behind } = open();
  for (let count = 0; count < 2 * MAX_BACKLOG; count++) outbox.answer({});
  expect(behind()).toBe(0);
  outbox.answer({ large: 'x'.repeat(MAX_UNSENT_BYTES) });
  expect(behind()).toBe(1);
});

test('a client that does not read its answers is not read from either, until it does', () => {
  const { socket, outbox } = open();
  outbox.answer({ large: 'x'.repeat(PAUSE_UNSENT_BYTES) });
  expect(socket.isPaused).toBe(true);
  socket.read();
  expect(socket.isPaused).toBe(false);
});

test('nothing is sent once it is closed', () => {
  const { socket, outbox } = open();
  outbox.close();
  outbox.notify({});
  expect(socket.sent).toEqual([]);
});
