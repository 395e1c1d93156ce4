/** The Lumo extension protocol: what an MCP host and an extension that serves tools agree on; see docs/extensions.md. */

/** The channel of the probe, a message to another extension. */
export const PROBE_CHANNEL = 'lumo:probe';

/** The version of the probe. */
export const PROBE_VERSION = 1;

/** The name of the runtime port that carries MCP. */
export const MCP_PORT = 'lumo:mcp';

/** Milliseconds a host waits for the answer to a probe. */
export const PROBE_TIMEOUT_MS = 1_500;

/** The most tools a provider may serve. */
export const MAX_TOOLS = 64;

/** The longest namespace, in characters. */
export const MAX_NAMESPACE_LENGTH = 16;

/** The longest tool name, in characters. */
export const MAX_TOOL_NAME_LENGTH = 40;

/** The longest namespace and tool name together, in characters. */
export const MAX_COMBINED_LENGTH = 57;

/** Namespaces that belong to hosts. */
export const RESERVED_NAMESPACES: readonly string[] = [
  'browser',
  'page',
  'file',
  'network',
  'devtools',
  'webmcp',
  'ext',
];

/** Whether a value is the ID of an extension; nothing else may judge one. */
export const isExtensionId = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-p]{32}$/.test(value);

/** What a provider says of itself in answer to a probe. */
export interface ProbeService {
  readonly namespace: string;
  /** For display only. */
  readonly name: string;
  readonly version: string;
}

/** Whether a provider can be used, and if not, why. */
export interface ProbeStatus {
  readonly enabled: boolean;
  readonly authorized: boolean;
  readonly ready: boolean;
  /** Why it is not ready. */
  readonly reason?: string;
  readonly pendingApproval: boolean;
}

/** The answer to a probe. A policy that forbids is no failure; only a message that is no probe is one. */
export type ProbeReply =
  | { readonly ok: true; readonly service: ProbeService; readonly status: ProbeStatus }
  | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } };
