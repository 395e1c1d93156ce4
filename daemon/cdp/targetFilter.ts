import * as z from 'zod/mini';
import { isJsonObject, type JsonObject } from '../../protocol/frames.ts';
import { invalidParams } from './cdpError.ts';

/** The kinds of targets the endpoint shows: pages, and, for a client that asks for it, the tab round each page. */
export type TargetType = 'page' | 'tab';

/** A `Target.TargetFilter`: the first entry that names a type, or none, decides. */
export type TargetFilter = readonly {
  readonly type?: string | undefined;
  readonly exclude?: boolean | undefined;
}[];

const schema = z.array(z.object({ type: z.optional(z.string()), exclude: z.optional(z.boolean()) }));

/** What Chrome filters by when a client gives no filter. */
const DEFAULT_FILTER: TargetFilter = [{ type: 'browser', exclude: true }, { type: 'tab', exclude: true }, {}];

/** The `filter` of a command's params. @throws CdpError. */
export function filterOf({ filter }: JsonObject): TargetFilter {
  if (filter === undefined) return DEFAULT_FILTER;
  const { data } = schema.safeParse(filter);
  if (data === undefined || !Array.isArray(filter) || !filter.every(isJsonObject)) {
    throw invalidParams('The filter must be a list of types to include or exclude');
  }
  return data;
}

/** Whether a filter lets targets of a type through. */
export function lets(filter: TargetFilter, type: TargetType): boolean {
  const entry = filter.find((each) => each.type === undefined || each.type === type);
  return entry !== undefined && entry.exclude !== true;
}
