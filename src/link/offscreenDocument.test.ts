import { beforeEach, describe, expect, it } from 'vitest';
import { createOffscreenDocument } from './offscreenDocument.ts';

const URL = 'chrome-extension://abc/offscreen.html';

let contexts: unknown[];
let created: object[];
let create: () => Promise<void>;
let ensure: () => Promise<void>;

beforeEach(() => {
  contexts = [];
  created = [];
  create = async () => undefined;
  ensure = createOffscreenDocument({
    runtime: {
      getURL: (path: string) => `chrome-extension://abc/${path}`,
      getContexts: async (filter: object) => {
        expect(filter).toEqual({ contextTypes: ['OFFSCREEN_DOCUMENT'], documentUrls: [URL] });
        return contexts;
      },
    },
    offscreen: {
      createDocument: async (parameters: object) => {
        created.push(parameters);
        await create();
      },
    },
  });
});

describe('the offscreen document', () => {
  it('is created when there is none', async () => {
    await ensure();
    expect(created).toEqual([
      { url: 'offscreen.html', reasons: ['WORKERS'], justification: expect.any(String) },
    ]);
  });

  it('is left alone when it is there', async () => {
    contexts = [{}];
    await ensure();
    expect(created).toEqual([]);
  });

  it('is created once for requests that overlap', async () => {
    await Promise.all([ensure(), ensure(), ensure()]);
    expect(created).toHaveLength(1);
  });

  it('may have been created by somebody else meanwhile', async () => {
    create = async () => {
      throw new Error('Only a single offscreen document may be created.');
    };
    await ensure();
    expect(created).toHaveLength(1);
  });

  it('is tried again after a failure, which is reported', async () => {
    create = async () => {
      throw new Error('Page failed to load.');
    };
    await expect(ensure()).rejects.toThrow('Page failed to load.');
    create = async () => undefined;
    await ensure();
    expect(created).toHaveLength(2);
  });
});
