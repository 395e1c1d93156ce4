import type { Failure } from './errors.ts';
import type { Scope } from './scope.ts';

/**
 * The daemon's control API: HTTP on the daemon's port, JSON in and out, used by the `sctl` command, the MCP server and
 * anything else that holds a control token. Domain failures are HTTP 200 with `ok: false`; a request outside the scope of
 * its token is HTTP 403 with the same shape and the code `OUT_OF_SCOPE`, which no peer knows.
 */

/** Header that carries the control token. */
export const CONTROL_TOKEN_HEADER = 'x-sctl-control-token';

/** Header with the requester's self-reported label, which becomes `clientId`. */
export const CLIENT_HEADER = 'x-sctl-client';

/** The label of a requester that gives none. */
export const DEFAULT_CLIENT = 'sctl-cli';

/** File in the data directory that holds the control token, new at each start of the daemon. */
export const CONTROL_TOKEN_FILE = 'control.token';

/** The failure of a request that its token does not cover; nothing was forwarded. */
export interface OutOfScope {
  readonly code: 'OUT_OF_SCOPE';
  readonly message: string;
}

/** A reply of the control API. */
export type ControlReply<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: Failure | OutOfScope };

/** A line before the reply, when the request asked for it with `reportPending` and a human's decision is awaited. */
export interface PendingLine {
  readonly ok: false;
  readonly pending: true;
}

/** Body of `/control/call`. */
export interface CallRequest {
  readonly action: string;
  /** Instance name or instance-ID prefix. */
  readonly browser?: string;
  readonly input: object;
  readonly reportPending?: boolean;
}

/** A paired browser instance as `/control/browsers` and `/control/status` list it, sorted by name. */
export interface BrowserListing {
  readonly id: string;
  readonly name: string;
  readonly online: boolean;
  readonly product?: string;
  readonly productVersion?: string;
  readonly extensionVersion?: string;
  /** RFC 3339; only while online. */
  readonly connectedAt?: string;
}

/** A further control token, as it is listed; its text is shown only when it is made. */
export interface TokenListing extends Scope {
  readonly id: string;
  readonly name: string;
  /** RFC 3339. */
  readonly createdAt: string;
}

/** An event worth an owner's attention; never contains a secret. */
export interface SecurityEvent {
  /** RFC 3339. */
  readonly at: string;
  readonly type:
    | 'handshake.ok'
    | 'handshake.failed'
    | 'pairing.failed'
    | 'pairing.rate_limited'
    | 'origin.rejected';
  /** `browser:<instance ID>`, `scriptcat`, or left out when unknown. */
  readonly client?: string;
  readonly reason?: string;
}

/** A raw CDP endpoint (protocol §3.4). Its addresses are a credential: whoever has one drives the browser. */
export interface CdpEndpoint {
  /** For Playwright's `connectOverCDP` and Puppeteer's `browserURL`. */
  readonly httpUrl: string;
  /** For Puppeteer's `browserWSEndpoint`. */
  readonly wsUrl: string;
  readonly clientConnected: boolean;
  /** RFC 3339; only while a client is connected. */
  readonly connectedAt?: string;
  /** RFC 3339; only while none is. */
  readonly expiresAt?: string;
}

/** The browser instance a request was for. */
export interface BrowserReference {
  readonly id: string;
  readonly name: string;
}

/** Body of the `/control/cdp/…` paths. */
export interface CdpRequest {
  /** Instance name or instance-ID prefix. */
  readonly browser?: string;
}

/** What each path of the control API takes and returns; all are POST but `/control/health`. */
export interface ControlRoutes {
  /** GET, without a token. */
  readonly '/control/health': { readonly body: null; readonly result: { ok: true; version: string } };
  readonly '/control/call': { readonly body: CallRequest; readonly result: object };
  readonly '/control/status': {
    readonly body: Record<string, never>;
    readonly result: {
      readonly daemonVersion: string;
      /** Whether ScriptCat is connected. */
      readonly extConnected: boolean;
      readonly securityCount: number;
      readonly security: readonly SecurityEvent[];
      readonly browsers: readonly BrowserListing[];
    };
  };
  /** Opens, or renews, the two-minute pairing window. The code is canonical, without a hyphen. */
  readonly '/control/enroll': {
    readonly body: Record<string, never>;
    readonly result: { readonly code: string };
  };
  readonly '/control/browsers': {
    readonly body: Record<string, never>;
    readonly result: { readonly browsers: readonly BrowserListing[] };
  };
  /** Forgets a paired instance by its exact name or full ID. */
  readonly '/control/browsers/forget': {
    readonly body: { readonly ref: string };
    readonly result: Record<string, never>;
  };
  /** The further tokens; this and the next two need the full token. */
  readonly '/control/tokens': {
    readonly body: Record<string, never>;
    readonly result: { readonly tokens: readonly TokenListing[] };
  };
  readonly '/control/tokens/create': {
    readonly body: Scope & { readonly name?: string };
    readonly result: TokenListing & { readonly token: string };
  };
  /** Revokes a token by its exact name or ID. */
  readonly '/control/tokens/revoke': {
    readonly body: { readonly ref: string };
    readonly result: Record<string, never>;
  };
  /** Makes the endpoint of an online instance, or shows the one there is. */
  readonly '/control/cdp/endpoint': {
    readonly body: CdpRequest;
    readonly result: { readonly browser: BrowserReference; readonly endpoint: CdpEndpoint };
  };
  /** Shows the endpoint of a paired instance, which may be offline when it is named. */
  readonly '/control/cdp/status': {
    readonly body: CdpRequest;
    readonly result: { readonly browser: BrowserReference; readonly endpoint: CdpEndpoint | null };
  };
  /** Ends the endpoint, and answers once its client has been cleaned up after. */
  readonly '/control/cdp/close': {
    readonly body: CdpRequest;
    readonly result: { readonly browser: BrowserReference; readonly closed: boolean };
  };
}

export type ControlPath = keyof ControlRoutes;
