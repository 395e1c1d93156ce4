import type { ApprovalStatus, BookmarkRemoval } from '../shared/approvals.ts';
import { UntrustedText } from '../ui/UntrustedText.tsx';
import { visibleString } from '../ui/visibleText.ts';
import { BookmarkRow } from './BookmarkRow.tsx';
import { bookmarkTree, groupByPath, removalCounts } from './bookmarkTree.ts';
import { useTexts } from './texts.ts';

interface Props {
  readonly items: readonly BookmarkRemoval[];
  readonly status: ApprovalStatus;
}

/** Every bookmark and folder that would go, by the folder it lies in. */
export function BookmarksRequest({ items, status }: Props) {
  const texts = useTexts();
  const { top, inside } = removalCounts(items);
  const isOpen = status === 'pending' || status === 'executing';
  return (
    <section>
      <h2>{isOpen ? texts.whatGoes : texts.whatWasAsked}</h2>
      <p class="summary">
        {texts.bookmarks.summary(top.bookmarks, top.folders)}
        {inside.bookmarks + inside.folders > 0 && (
          <strong> {texts.bookmarks.summaryInside(inside.bookmarks, inside.folders)}</strong>
        )}
      </p>
      {isOpen && <p class="lure">{texts.bookmarks.lure}</p>}
      {groupByPath(items).map((group) => (
        <div class="group" key={group.items[0]?.id}>
          <Path titles={group.path} />
          <ul>
            {group.items.map((item) => (
              <BookmarkRow
                key={item.id}
                node={bookmarkTree(item)}
                depth={0}
                isUnfolded={items.length === 1}
              />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function Path({ titles }: { readonly titles: readonly string[] }) {
  const whole = titles.map(visibleString).join(' › ');
  return (
    <p class="path" title={whole}>
      {titles.map((title, index) => (
        <span key={index}>
          <UntrustedText text={title} />
        </span>
      ))}
    </p>
  );
}
