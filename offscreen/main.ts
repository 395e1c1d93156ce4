import { delMany, getMany, setMany, update } from 'idb-keyval';
import { version } from '../package.json';
import { broadcast, onBroadcast, send, serveCommands } from '../shared/messages.ts';
import { persevere } from './backoff.ts';
import { systemClock } from './clock.ts';
import { offscreenCommands } from './commands.ts';
import { Connection } from './connection.ts';
import { createIdentityStore } from './identityStore.ts';
import { pagePlatform } from './pagePlatform.ts';
import { detectProduct, userAgentDataOf } from './product.ts';
import { serveExtensions } from './provider/door.ts';
import { createSession } from './session.ts';
import { openWebSocket } from './socket.ts';
import { WorkerLink } from './workerLink.ts';

/** Path of the tool server, a bundle of its own; see vite.config.ts. */
const TOOL_SERVER_PATH = 'toolServer.js';

const clock = systemClock;
const worker = new WorkerLink(pagePlatform(navigator, clock));
const store = createIdentityStore({
  getMany,
  setMany,
  update,
  del: (key) => delMany([key]),
});

async function connect(): Promise<Connection> {
  const [identity, product] = await Promise.all([
    persevere(clock, 'Reading the stored identity', store.load),
    detectProduct(userAgentDataOf(navigator)),
  ]);
  const connection = new Connection(
    {
      clock,
      openSocket: openWebSocket,
      methods: () => worker.methods(),
      store,
      product,
      // Chrome offers no chrome.runtime.getManifest to an offscreen document.
      extensionVersion: version,
      serve: (methods, transport) => createSession({ clock, worker }, methods, transport),
      onState: (state) => broadcast('connectionState', state),
    },
    identity,
  );
  connection.start();
  return connection;
}

serveExtensions({
  clock,
  worker,
  version,
  onPort: (listener) => chrome.runtime.onConnectExternal.addListener(listener),
  onPolicy: (listener) => void onBroadcast('provider', listener),
  admit: (extensionId) => send('worker', 'admitPort', { extensionId }),
  // Large, and needed only once another extension has been let in.
  loadToolServer: (): Promise<typeof import('./provider/toolServer.ts')> =>
    import(/* @vite-ignore */ chrome.runtime.getURL(TOOL_SERVER_PATH)),
});
serveCommands('offscreen', offscreenCommands(connect(), chrome.runtime.getURL('popup.html')));
