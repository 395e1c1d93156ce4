import * as z from 'zod/mini';
import { MAX_SOURCE_BYTES } from '../limits.ts';
import { method } from './define.ts';
import { count, integer } from './fields.ts';

const peer = 'scriptcat';
const uuid = z.string();
const metadataTrust = z.literal('untrusted-user-script-metadata');
const sourceTrust = z.literal('untrusted-user-script-source');

const summaryShape = {
  uuid,
  name: z.string(),
  namespace: z.string(),
  version: z.optional(z.string()),
  author: z.optional(z.string()),
  description: z.optional(z.string()),
  type: z.enum(['normal', 'crontab', 'background']),
  enabled: z.boolean(),
  updatedAt: z.string(),
  hasUpdateUrl: z.boolean(),
};
const strings = z.array(z.string());
const line = integer(1);
const written = z.strictObject({ uuid, name: z.string(), enabled: z.boolean() });

export const scripts = {
  'scripts.list': method({
    peer,
    summary: 'List user scripts.',
    readOnly: true,
    params: z.strictObject({}),
    result: z.strictObject({
      scripts: z.array(z.strictObject(summaryShape)),
      contentTrust: metadataTrust,
    }),
  }),
  'scripts.metadata.get': method({
    peer,
    summary: "Read a user script's metadata.",
    readOnly: true,
    params: z.strictObject({ uuid }),
    result: z.strictObject({
      ...summaryShape,
      matches: strings,
      includes: strings,
      excludes: strings,
      grants: strings,
      connects: strings,
      requires: strings,
      resources: strings,
      runAt: z.optional(z.string()),
      crontab: z.optional(z.string()),
      contentTrust: metadataTrust,
    }),
  }),
  'scripts.source.get': method({
    peer,
    summary: "Read a user script's source, once a human has agreed.",
    readOnly: true,
    level: 'L2',
    blocking: 'disclosure',
    params: z.strictObject({
      uuid,
      startLine: z.optional(line),
      endLine: z.optional(line),
      maxBytes: z.optional(integer(1, MAX_SOURCE_BYTES)),
    }),
    result: z.strictObject({
      uuid,
      name: z.string(),
      version: z.optional(z.string()),
      code: z.string(),
      sha256: z.string(),
      startLine: count,
      endLine: count,
      totalLines: count,
      contentTrust: sourceTrust,
    }),
  }),
  'scripts.source.grep': method({
    peer,
    summary: "Search a user script's source, once a human has agreed.",
    readOnly: true,
    level: 'L2',
    blocking: 'disclosure',
    params: z.strictObject({
      uuid,
      query: z.string(),
      mode: z.optional(z.enum(['text', 'regex'])),
      ignoreCase: z.optional(z.boolean()),
      contextLines: z.optional(count),
      maxMatches: z.optional(integer(1)),
    }),
    result: z.strictObject({
      uuid,
      name: z.string(),
      version: z.optional(z.string()),
      matches: z.array(
        z.strictObject({ lineNumber: count, line: z.string(), before: strings, after: strings }),
      ),
      totalMatches: count,
      truncated: z.boolean(),
      skippedLongLines: count,
      totalLines: count,
      sha256: z.string(),
      contentTrust: sourceTrust,
    }),
  }),
  'scripts.install.request': method({
    peer,
    summary: 'Install a user script from a URL or from code, once a human has approved it.',
    level: 'L2',
    blocking: 'approval',
    params: z.strictObject({ url: z.optional(z.string()), code: z.optional(z.string()) }),
    result: written,
  }),
  'scripts.toggle.request': method({
    peer,
    summary: 'Enable or disable a user script, once a human has approved it.',
    level: 'L2',
    blocking: 'approval',
    params: z.strictObject({ uuid, enable: z.boolean() }),
    result: z.strictObject({ uuid, enabled: z.boolean() }),
  }),
  'scripts.delete.request': method({
    peer,
    summary: 'Delete a user script, once a human has approved it.',
    level: 'L2',
    blocking: 'approval',
    params: z.strictObject({ uuid }),
    result: z.strictObject({ uuid, deleted: z.literal(true) }),
  }),
  'scripts.edit.request': method({
    peer,
    summary: 'Edit a user script by replacing text, once a human has approved it.',
    level: 'L2',
    blocking: 'approval',
    params: z.strictObject({
      uuid,
      edits: z
        .array(
          z.strictObject({
            oldText: z.string(),
            newText: z.string(),
            replaceAll: z.optional(z.boolean()),
          }),
        )
        .check(z.minLength(1)),
    }),
    result: written,
  }),
};
