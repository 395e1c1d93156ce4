import { type IncomingMessage, request } from 'node:http';
import type { ControlPath } from '../protocol/control.ts';
import { CommandFailure, Interrupted } from './failure.ts';
import { parseRecord, type UnknownRecord } from './records.ts';

/** One request to the daemon. */
export interface Exchange {
  /** `host:port` */
  readonly address: string;
  readonly path: ControlPath;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How long the daemon may send nothing. */
  readonly silenceLimitMs: number;
  /** Aborting it closes the connection, which tells the daemon to cancel what was asked for. */
  readonly signal: AbortSignal;
  /** Called for every JSON object of the answer, as soon as its line is complete. */
  readonly onRecord?: (record: UnknownRecord) => void;
}

/** What came back: the HTTP status and the last JSON object of the body, if there was one. */
export interface Answer {
  readonly status: number;
  readonly reply: UnknownRecord | undefined;
}

/**
 * Sends one request on a connection of its own and reads the newline-delimited JSON that comes back.
 * @throws Interrupted when the signal was aborted, CommandFailure when no answer came.
 */
export function exchange(options: Exchange): Promise<Answer> {
  const { address, path, method, headers, body, silenceLimitMs, signal, onRecord } = options;
  return new Promise((resolve, reject) => {
    let progress: Progress = 'connecting';
    const fail = () => reject(signal.aborted ? new Interrupted() : noAnswer(progress, address));
    const outgoing = request(new URL(path, `http://${address}`), { method, headers, agent: false, signal });
    outgoing.on('socket', (socket) => socket.on('connect', () => (progress = 'connected')));
    outgoing.setTimeout(silenceLimitMs, () => {
      progress = 'silent';
      outgoing.destroy();
    });
    outgoing.on('error', fail);
    outgoing.on('response', (response) => {
      const status = response.statusCode ?? 0;
      readLastRecord(response, onRecord).then((reply) => resolve({ status, reply }), fail);
    });
    outgoing.end(body);
  });
}

/** Sentence for an address where no daemon answers. */
export const notRunning = (address: string): CommandFailure =>
  new CommandFailure(`No sctl daemon is running at ${address}; start one with \`sctl serve\``);

type Progress = 'connecting' | 'connected' | 'silent';

function noAnswer(progress: Progress, address: string): CommandFailure {
  switch (progress) {
    case 'connecting':
      return notRunning(address);
    case 'connected':
      return new CommandFailure(
        `The connection to ${address} closed before the answer came; what was asked for may have been carried out`,
      );
    case 'silent':
      return new CommandFailure(
        `What listens at ${address} does not answer; if it is an sctl daemon, restart it, and look before you repeat the command`,
      );
  }
}

async function readLastRecord(
  response: IncomingMessage,
  onRecord?: (record: UnknownRecord) => void,
): Promise<UnknownRecord | undefined> {
  let last: UnknownRecord | undefined;
  const take = (line: string) => {
    if (line.trim() === '') return;
    last = parseRecord(line);
    if (last !== undefined) onRecord?.(last);
  };
  let line = '';
  response.setEncoding('utf8');
  for await (const chunk of response) {
    const [first = '', ...others] = String(chunk).split('\n');
    line += first;
    for (const next of others) {
      take(line);
      line = next;
    }
  }
  take(line);
  return last;
}
