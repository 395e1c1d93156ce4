import { isExtensionId, MCP_PORT } from '../../shared/lumo.ts';
import type { PortAdmission, ProviderView } from '../../shared/provider.ts';
import type { Clock } from '../clock.ts';
import type { WorkerLink } from '../workerLink.ts';
import { type MessagePortLike, PortTransport } from './portTransport.ts';
import type { ToolServerDeps, ToolSession } from './toolServer.ts';

/** A port another extension opened. */
export type ExternalPort = MessagePortLike & {
  readonly name: string;
  readonly sender?: { readonly id?: string };
};

export interface ExtensionsDoorDeps {
  readonly clock: Clock;
  readonly worker: Pick<WorkerLink, 'openCaller'>;
  readonly version: string;
  readonly onPort: (listener: (port: ExternalPort) => void) => void;
  readonly onPolicy: (listener: (policy: ProviderView) => void) => void;
  /** Asks the worker, which owns the policy; rejects when it does not answer. */
  readonly admit: (extensionId: string) => Promise<PortAdmission>;
  readonly loadToolServer: () => Promise<{
    readonly serveTools: (transport: PortTransport, deps: ToolServerDeps) => Promise<ToolSession>;
  }>;
}

/** How many ports one extension may have open. */
export const MAX_PORTS = 8;

/** A worker that stops in the middle of a question loses it; the next one wakes it. */
const ADMISSION_ATTEMPTS = 3;

/**
 * Takes the ports of other extensions. Call it while the document starts, since a port that nobody listens to is lost.
 * A port that is not for us, or not allowed, is closed; there is no other way to say no before MCP begins.
 */
export function serveExtensions(deps: ExtensionsDoorDeps): void {
  const open = new Map<PortTransport, string>();
  const sessions = new Map<ToolSession, string>();

  const serve = async (transport: PortTransport, extensionId: string): Promise<void> => {
    const admission = await persistently(() => deps.admit(extensionId));
    if (!admission.isAdmitted) {
      await transport.close();
      return;
    }
    const { serveTools } = await deps.loadToolServer();
    if (transport.isClosed) return;
    const worker = deps.worker.openCaller(crypto.randomUUID());
    const { clock, version } = deps;
    const session = await serveTools(transport, {
      clock,
      version,
      extensionId,
      admission,
      worker,
      ended: () => sessions.delete(session),
    });
    if (!transport.isClosed) sessions.set(session, extensionId);
  };

  deps.onPort((port) => {
    const extensionId = port.sender?.id;
    const ports = [...open.values()].filter((id) => id === extensionId).length;
    if (port.name !== MCP_PORT || !isExtensionId(extensionId) || ports >= MAX_PORTS) {
      port.disconnect();
      return;
    }
    const transport = new PortTransport(port);
    open.set(transport, extensionId);
    port.onDisconnect.addListener(() => open.delete(transport));
    serve(transport, extensionId)
      .catch((error) => {
        console.error('The port of another extension could not be served', error);
        return transport.close();
      })
      .finally(() => transport.isClosed && open.delete(transport));
  });

  deps.onPolicy(({ enabled, writes, allowed }) => {
    for (const [session, extensionId] of sessions) {
      const isAllowed = enabled && allowed.some(({ id }) => id === extensionId);
      session.policyIs({ isAllowed, mayWrite: isAllowed && writes });
    }
  });
}

async function persistently<T>(ask: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (attempt >= ADMISSION_ATTEMPTS) throw error;
    return persistently(ask, attempt + 1);
  }
}
