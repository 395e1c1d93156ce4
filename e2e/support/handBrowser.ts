import { randomBytes } from 'node:crypto';
import { HandPeer } from '../../daemon/testing/handPeer.ts';
import type { Daemon } from './daemon.ts';

/** A browser by hand, for tests that need none of Chrome. */
export interface HandBrowser {
  readonly name: string;
  readonly peer: HandPeer;
}

const origin = 'chrome-extension://abcdefghijklmnop';

/** Pairs a browser by hand that answers each call with what `answer` makes of it. */
export async function pairHandBrowser(
  daemon: Daemon,
  name: string,
  methods: readonly string[],
  answer: (method: string, input: Record<string, unknown>) => object,
): Promise<HandBrowser> {
  const { result } = (await daemon.post('/control/enroll', {})) as { result: { code: string } };
  const peer = new HandPeer(daemon.address, { headers: { origin } });
  peer.serve(answer);
  await peer.pair(result.code, { instanceId: randomBytes(16).toString('hex'), name, methods });
  return { name, peer };
}
