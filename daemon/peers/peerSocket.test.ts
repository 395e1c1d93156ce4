import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { TestClock } from '../testing/testClock.ts';
import { type Incoming, PeerSocket } from './peerSocket.ts';

let server: WebSocketServer;
let client: WebSocket;
let socket: PeerSocket;

beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.on('listening', resolve));
  const accepted = new Promise<PeerSocket>((resolve) => {
    server.on('connection', (webSocket) => resolve(new PeerSocket(webSocket, new TestClock())));
  });
  client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await new Promise((resolve) => client.on('open', resolve));
  socket = await accepted;
});
afterEach(async () => {
  client.terminate();
  await new Promise((resolve) => server.close(resolve));
});

const COUNT = 100;
const ids = Array.from({ length: COUNT }, (_, index) => String(index));
const idOf = (incoming: Incoming) =>
  incoming.kind === 'frame' && incoming.frame.kind === 'result' ? incoming.frame.id : incoming.kind;

/** Sends more than the system's buffers hold, and then leaves. */
function sendAll() {
  const padding = 'x'.repeat(100_000);
  for (const id of ids) client.send(JSON.stringify({ jsonrpc: '2.0', id, result: { padding } }));
  client.close();
}

test('frames that run ahead are pulled one by one, in order, and then the end', async () => {
  sendAll();
  const pulled: string[] = [];
  for (let count = 0; count <= COUNT; count++) pulled.push(idOf(await socket.next()));
  expect(pulled).toEqual([...ids, 'closed']);
});

test('a listener gets those that wait first, then the rest', async () => {
  sendAll();
  expect(idOf(await socket.next())).toBe('0');
  const heard = await new Promise<string[]>((resolve) => {
    const all: string[] = [];
    socket.listen((incoming) => {
      all.push(idOf(incoming));
      if (incoming.kind === 'closed') resolve(all);
    });
  });
  expect(heard).toEqual([...ids.slice(1), 'closed']);
});

test('a closed connection sends nothing more, and closes once', async () => {
  const closed = new Promise((resolve) => {
    client.on('close', (code, reason) => resolve([code, reason.toString()]));
  });
  const messages: string[] = [];
  client.on('message', (data) => messages.push(data.toString()));
  socket.send('before');
  socket.close(1000, 'first');
  socket.close(1001, 'second');
  socket.send('after');
  expect(await closed).toEqual([1000, 'first']);
  expect(messages).toEqual(['before']);
});
