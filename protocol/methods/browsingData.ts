import * as z from 'zod/mini';
import { confirmedMethod } from './define.ts';
import { milliseconds } from './fields.ts';

const types = z
  .array(
    z.enum([
      'cache',
      'cacheStorage',
      'cookies',
      'downloads',
      'fileSystems',
      'formData',
      'history',
      'indexedDB',
      'localStorage',
      'serviceWorkers',
      'webSQL',
    ]),
  )
  .check(z.minLength(1));

export const browsingData = {
  'browsingData.clear': confirmedMethod({
    summary: 'Clear browsing data of the given types, since a time and for origins if they are given.',
    errors: ['UNSUPPORTED'],
    params: z.strictObject({
      types,
      since: z.optional(milliseconds),
      origins: z.optional(z.array(z.string()).check(z.minLength(1))),
    }),
    result: z.strictObject({ types }),
  }),
};
