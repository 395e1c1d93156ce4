import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** A part of the daemon that serves some paths of its one HTTP port. What a door does not serve is a 404. */
export interface Door {
  /** Whether a path, without its query, is this door's. */
  owns(path: string): boolean;
  /** Answers an ordinary request. */
  request?(request: IncomingMessage, response: ServerResponse, path: string): void;
  /** Answers a request to change to WebSocket; the door owns the socket from here on. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer, path: string): void;
}

/** Refuses an upgrade with an HTTP status and, when given, a sentence as plain text. */
export function refuseUpgrade(socket: Duplex, status: number, sentence = STATUS_CODES[status] ?? ''): void {
  socket.on('error', () => undefined);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(sentence)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${sentence}`, () => socket.destroy());
}

/** Refuses an ordinary request with an HTTP status and, when given, a sentence as plain text. */
export function refuseRequest(
  response: ServerResponse,
  status: number,
  sentence = STATUS_CODES[status] ?? '',
): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(sentence);
}
