import { useState } from 'preact/hooks';
import { type BookmarkNode, shownRows } from './bookmarkTree.ts';
import { EntryText } from './EntryText.tsx';
import { Favicon } from './Favicon.tsx';
import { ChevronIcon, FolderIcon } from './icons.tsx';
import { useTexts } from './texts.ts';

/** Folders nested deeper than this are drawn no further to the right, so that their text keeps its room. */
const DEEPEST_INDENT = 5;

interface Props {
  readonly node: BookmarkNode;
  readonly depth: number;
  /** Whether a folder shows its contents at first. */
  readonly isUnfolded: boolean;
}

/** A bookmark, or a folder that unfolds. */
export function BookmarkRow({ node, depth, isUnfolded }: Props) {
  const texts = useTexts();
  const { entry } = node;
  const isFolder = entry.type === 'folder';
  return (
    <li class="entry">
      <span title={isFolder ? texts.bookmarks.folder : texts.bookmarks.bookmark}>
        {isFolder ? <FolderIcon /> : <Favicon url={entry.url} />}
      </span>
      <div class="entry-body">
        <EntryText title={entry.title} url={entry.url} />
        {isFolder && <FolderContents node={node} depth={depth} isUnfolded={isUnfolded} />}
      </div>
    </li>
  );
}

function FolderContents({ node, depth, isUnfolded }: Props) {
  const texts = useTexts();
  const [isOpen, setOpen] = useState(isUnfolded);
  if (node.children.length === 0) return <p class="soft">{texts.bookmarks.emptyFolder}</p>;
  return (
    <>
      <button type="button" class="plain fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ChevronIcon />
        {texts.bookmarks.inside(node.inside.bookmarks, node.inside.folders)}
      </button>
      {isOpen && <Rows node={node} depth={depth + 1} />}
    </>
  );
}

function Rows({ node, depth }: Pick<Props, 'node' | 'depth'>) {
  const texts = useTexts();
  const { shown, hidden } = shownRows(node);
  return (
    <ul class={depth > DEEPEST_INDENT ? 'contents deep' : 'contents'}>
      {shown.map((child) => (
        <BookmarkRow key={child.entry.id} node={child} depth={depth} isUnfolded={false} />
      ))}
      {hidden > 0 && <li class="soft">{texts.bookmarks.notShown(hidden)}</li>}
    </ul>
  );
}
