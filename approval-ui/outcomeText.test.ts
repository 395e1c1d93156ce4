import { describe, expect, test } from 'vitest';
import type { ApprovalStatus } from '../shared/approvals.ts';
import { bookmark, bookmarksItem, extensionItem } from './approvals.fixture.ts';
import { headingText, outcomeText } from './outcomeText.ts';
import { english as en } from './texts.en.ts';
import { chinese as zh } from './texts.zh.ts';

const twoBookmarks = { detail: { items: [bookmark('a'), bookmark('b')] } };

describe('the heading', () => {
  test('asks while the request waits, and tells once it is over', () => {
    const heading = (status: ApprovalStatus) => headingText(bookmarksItem({ ...twoBookmarks, status }), en);
    expect(heading('pending')).toBe('Delete 2 items from your bookmarks?');
    expect(heading('executing')).toBe('Deleting 2 items…');
    expect(heading('done')).toBe('Deleted 2 items from your bookmarks');
    for (const status of ['failed', 'expired', 'cancelled', 'voided'] as const) {
      expect(heading(status)).toBe('Asked to delete 2 items from your bookmarks');
    }
  });

  test('speaks of one item in the singular', () => {
    const one = bookmarksItem({ detail: { items: [bookmark('a')] } });
    expect(headingText(one, en)).toBe('Delete 1 item from your bookmarks?');
    expect(en.bookmarks.approve(1)).toBe('Delete 1 item');
    expect(en.bookmarks.approve(12)).toBe('Delete 12 items');
  });
});

describe('the outcome', () => {
  test('is nothing while the request waits', () => {
    expect(outcomeText(bookmarksItem(), en)).toBeNull();
  });

  test('counts everything that went', () => {
    const outcome = { ok: true as const, result: { ids: ['a'], bookmarks: 12, folders: 1 } };
    expect(outcomeText(bookmarksItem({ status: 'done', outcome }), en)).toEqual({
      tone: 'good',
      text: 'Deleted in all: 12 bookmarks and 1 folder.',
      detail: null,
    });
  });

  test.each(['expired', 'cancelled', 'voided'] as const)(
    'of a request %s is that nothing was done',
    (status) => {
      expect(outcomeText(bookmarksItem({ status }), en)?.text).toContain('Nothing was deleted.');
      expect(outcomeText(extensionItem({ status }), en)?.text).toContain('Nothing was uninstalled.');
    },
  );

  test.each(['CONFLICT', 'NOT_FOUND', 'USER_REJECTED'] as const)(
    'of %s is a warning that nothing was done, without technical words',
    (code) => {
      const outcome = { ok: false, code, message: 'technical' } as const;
      expect(outcomeText(extensionItem({ status: 'failed', outcome }), en)).toMatchObject({
        tone: 'warning',
        text: expect.stringContaining('Nothing was uninstalled.'),
        detail: null,
      });
    },
  );

  test('of a failure on the way does not claim that nothing was done', () => {
    const outcome = { ok: false, code: 'INTERNAL_ERROR', message: 'Removed 2 of 3 items' } as const;
    const said = outcomeText(bookmarksItem({ status: 'failed', outcome }), en);
    expect(said).toMatchObject({ tone: 'bad', detail: 'Removed 2 of 3 items' });
    expect(said?.text).not.toContain('Nothing');
  });

  test('of a running uninstall points to the dialog of the browser', () => {
    expect(outcomeText(extensionItem({ status: 'executing' }), en)?.text).toBe(en.extension.finishInChrome);
  });

  test('is said in Chinese too', () => {
    expect(outcomeText(bookmarksItem({ status: 'expired' }), zh)?.text).toBe('已超时。没有删除任何内容。');
  });
});
