import { randomBytes } from 'node:crypto';
import type { Daemon } from './daemon.ts';
import { hmac, nonce, pairingKey, Wire } from './wire.ts';

/** Pairs a browser that exists on the wire only, so that its name is taken. */
export async function takeName(daemon: Daemon, name: string): Promise<void> {
  const [shown] = await daemon.run('connect').printed(/[0-9A-Z]{4}-[0-9A-Z]{4}/);
  const mac = pairingKey(shown.replace('-', ''), 'mac');
  const wire = await Wire.connect(daemon.address, { origin: 'chrome-extension://byhand' });
  const instanceId = randomBytes(16).toString('hex');
  const nonceE = nonce();
  const challenge = await wire.next();
  const nonceD = String(challenge.params?.nonceD);
  wire.send({
    id: challenge.id,
    result: {
      mode: 'pairing',
      nonceE,
      hmac: hmac(mac, 'sctl-browser-rpc-v1/pair-ext', instanceId, nonceD, nonceE),
      peer: { kind: 'browser', instanceId },
    },
  });
  await wire.next(); // $session.authenticated
  await wire.next(); // $session.hello
  wire.send({
    id: 'c',
    method: '$session.capabilities',
    params: { schemaVersion: '1.0.0', methods: ['tabs.list'], peer: { name, product: 'Hand' } },
  });
  const { error } = await wire.next();
  if (error !== undefined) throw new Error(error.message);
  wire.close(1000);
}
