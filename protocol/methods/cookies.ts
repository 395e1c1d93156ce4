import * as z from 'zod/mini';
import { confirmedMethod, method } from './define.ts';
import { contentTrust, count, filled, limit, milliseconds } from './fields.ts';

const cookie = z.strictObject({
  name: z.string(),
  value: z.string(),
  domain: z.string(),
  path: z.string(),
  /** Left out for a session cookie. */
  expires: z.optional(milliseconds),
  secure: z.boolean(),
  httpOnly: z.boolean(),
  sameSite: z.enum(['no_restriction', 'lax', 'strict', 'unspecified']),
  session: z.boolean(),
  partitionTopLevelSite: z.optional(z.string()),
});
const oneCookie = z.strictObject({ cookie, contentTrust });
const which = z.strictObject({ url: filled, name: filled });
const deleted = z.strictObject({ deleted: count });

export const cookies = {
  'cookies.list': method({
    summary: 'List cookies, partitioned ones included, of a URL or a domain with its subdomains.',
    readOnly: true,
    errors: ['UNSUPPORTED'],
    params: z.strictObject({
      url: z.optional(filled),
      domain: z.optional(filled),
      name: z.optional(filled),
      limit,
    }),
    result: z.strictObject({ items: z.array(cookie), hasMore: z.boolean(), contentTrust }),
    mergeField: 'items',
  }),
  'cookies.get': method({
    summary: 'Read one cookie.',
    readOnly: true,
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    params: which,
    result: oneCookie,
  }),
  'cookies.set': method({
    summary: 'Set a cookie; a session cookie unless expires is given.',
    errors: ['UNSUPPORTED'],
    params: z.strictObject({
      url: filled,
      name: filled,
      value: z.string(),
      domain: z.optional(filled),
      path: z.optional(filled),
      secure: z.optional(z.boolean()),
      httpOnly: z.optional(z.boolean()),
      sameSite: z.optional(z.enum(['no_restriction', 'lax', 'strict'])),
      expires: z.optional(milliseconds),
    }),
    result: oneCookie,
  }),
  'cookies.remove': confirmedMethod({
    summary: 'Delete one cookie.',
    errors: ['UNSUPPORTED', 'NOT_FOUND'],
    params: which,
    result: deleted,
  }),
  'cookies.clear': confirmedMethod({
    summary: 'Delete the cookies of a domain with its subdomains, or all of them.',
    errors: ['UNSUPPORTED'],
    params: z.strictObject({ domain: z.optional(filled), all: z.optional(z.literal(true)) }),
    result: deleted,
  }),
};
