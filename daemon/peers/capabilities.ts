import * as z from 'zod/mini';
import type { JsonObject } from '../../protocol/frames.ts';
import { SCHEMA_VERSION } from '../../protocol/limits.ts';
import { isMethodName, type MethodName } from '../../protocol/methods/index.ts';
import { isInstanceName, isPeerDetail } from '../../protocol/names.ts';
import { type InstanceDetails, presentDetails } from '../registry.ts';

/** What a peer declared (protocol §2.2). Methods outside the contract are left out. */
export interface Capabilities {
  readonly methods: ReadonlySet<MethodName>;
}

/** What a browser instance declares besides: how it wants to be called, and what it says it is. */
export interface BrowserCapabilities extends Capabilities {
  readonly name: string;
  readonly details: InstanceDetails;
}

const methods = { schemaVersion: z.literal(SCHEMA_VERSION), methods: z.array(z.string()) };
const detail = z.optional(z.string().check(z.refine(isPeerDetail)));

const scriptCatSchema = z.object(methods);
const browserSchema = z.object({
  ...methods,
  peer: z.object({
    name: z.string().check(z.refine(isInstanceName)),
    product: detail,
    productVersion: detail,
    extensionVersion: detail,
  }),
});

const known = (names: readonly string[]) => new Set(names.filter(isMethodName));

/** Reads ScriptCat's params of `$session.capabilities`; undefined when they are invalid or of another schema version. */
export function readScriptCatCapabilities(params: JsonObject): Capabilities | undefined {
  const { data } = scriptCatSchema.safeParse(params);
  return data && { methods: known(data.methods) };
}

/** Reads a browser instance's params of `$session.capabilities`; undefined when they are invalid. */
export function readBrowserCapabilities(params: JsonObject): BrowserCapabilities | undefined {
  const { data } = browserSchema.safeParse(params);
  if (data === undefined) return undefined;
  const { name, ...details } = data.peer;
  return { methods: known(data.methods), name, details: presentDetails(details) };
}
