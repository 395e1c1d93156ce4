import type { CDPSession } from 'playwright/test';
import { extensionUrl } from '../../scripts/launch.ts';

interface FrameSent {
  readonly method: 'Network.webSocketFrameSent';
  readonly params: { readonly response: { readonly payloadData: string } };
}

/** Watches what the extension's offscreen document sends to the daemon, frame by frame, as Chrome saw it. */
export async function watchSentFrames(devtools: CDPSession): Promise<readonly string[]> {
  const frames: string[] = [];
  const { targetInfos } = await devtools.send('Target.getTargets');
  const offscreen = targetInfos.find(({ url }) => url === extensionUrl('offscreen.html'));
  if (offscreen === undefined) throw new Error('There is no offscreen document');
  // Not flattened: Playwright knows no session of this kind of target.
  const { sessionId } = await devtools.send('Target.attachToTarget', {
    targetId: offscreen.targetId,
    flatten: false,
  });
  const isEnabled = new Promise<void>((resolve) => {
    devtools.on('Target.receivedMessageFromTarget', (received) => {
      if (received.sessionId !== sessionId) return;
      const message: FrameSent | { readonly id: number; readonly method?: never } = JSON.parse(
        received.message,
      );
      if (message.method === undefined) resolve();
      else if (message.method === 'Network.webSocketFrameSent')
        frames.push(message.params.response.payloadData);
    });
  });
  const enable = JSON.stringify({ id: 1, method: 'Network.enable' });
  await devtools.send('Target.sendMessageToTarget', { sessionId, message: enable });
  await isEnabled;
  return frames;
}
