import * as z from 'zod/mini';
import type { ControlRoutes } from '../protocol/control.ts';
import { CommandFailure } from './failure.ts';
import type { UnknownRecord } from './records.ts';

// Other daemons may say more than these; what is not known is let through.
const browser = z.object({
  id: z.string(),
  name: z.string(),
  online: z.boolean(),
  product: z.optional(z.string()),
  productVersion: z.optional(z.string()),
  extensionVersion: z.optional(z.string()),
  connectedAt: z.optional(z.string()),
});
const securityEvent = z.object({
  at: z.string(),
  type: z.string(),
  client: z.optional(z.string()),
  reason: z.optional(z.string()),
});
// The existing daemon writes an empty list as null.
const list = <Item extends z.core.SomeType>(item: Item) => z.nullish(z.array(item));

const browsersReply = z.object({ browsers: list(browser) });
const statusReply = z.object({
  daemonVersion: z.string(),
  extConnected: z.boolean(),
  securityCount: z.number(),
  security: list(securityEvent),
  browsers: list(browser),
});
const token = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  domains: z.optional(z.array(z.string())),
});
const tokensReply = z.object({ tokens: list(token) });
const madeTokenReply = z.extend(token, { token: z.string() });
const cdpReply = z.object({
  browser: z.object({ id: z.string(), name: z.string() }),
  endpoint: z.nullish(
    z.object({
      httpUrl: z.string(),
      wsUrl: z.string(),
      clientConnected: z.boolean(),
      connectedAt: z.optional(z.string()),
      expiresAt: z.optional(z.string()),
    }),
  ),
});
const enrolReply = z.object({ code: z.string() });

/** A paired browser instance as the daemon lists it. */
export type Browser = z.infer<typeof browser>;
/** An entry of the daemon's security log. */
export type SecurityEntry = z.infer<typeof securityEvent>;

/** What a command needs of the daemon's status. */
export interface Status {
  readonly daemonVersion: string;
  readonly extConnected: boolean;
  readonly securityCount: number;
  readonly security: readonly SecurityEntry[];
  readonly browsers: readonly Browser[];
}

/** Reads the result of `/control/browsers`. @throws CommandFailure when it is none. */
export const readBrowsers = (result: UnknownRecord): readonly Browser[] =>
  check('/control/browsers', browsersReply, result).browsers ?? [];

/** Reads the result of `/control/status`. @throws CommandFailure when it is none. */
export function readStatus(result: UnknownRecord): Status {
  const status = check('/control/status', statusReply, result);
  return { ...status, security: status.security ?? [], browsers: status.browsers ?? [] };
}

/** A further control token as the daemon lists it. */
export type TokenEntry = z.infer<typeof token>;

/** Reads the result of `/control/tokens`. @throws CommandFailure when it is none. */
export const readTokens = (result: UnknownRecord): readonly TokenEntry[] =>
  check('/control/tokens', tokensReply, result).tokens ?? [];

/** Reads the result of `/control/tokens/create`. @throws CommandFailure when it is none. */
export const readMadeToken = (result: UnknownRecord): TokenEntry & { readonly token: string } =>
  check('/control/tokens/create', madeTokenReply, result);
/** A browser and its raw CDP endpoint, as the daemon shows them. */
export type CdpReply = z.infer<typeof cdpReply>;

/** Reads the result of a `/control/cdp/…` path. @throws CommandFailure when it is none. */
export const readCdpReply = (path: keyof ControlRoutes, result: UnknownRecord): CdpReply =>
  check(path, cdpReply, result);

/** Reads the pairing code, canonical, from the result of `/control/enroll`. @throws CommandFailure when it is none. */
export const readPairingCode = (result: UnknownRecord): string =>
  check('/control/enroll', enrolReply, result).code;

function check<Schema extends z.ZodMiniType>(
  path: keyof ControlRoutes,
  schema: Schema,
  result: UnknownRecord,
): z.infer<Schema> {
  const checked = schema.safeParse(result);
  if (checked.success) return checked.data;
  throw new CommandFailure(`The daemon's answer to ${path} is not what this version of sctl knows`);
}
