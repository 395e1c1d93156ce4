import type { ApprovalView } from '../shared/approvals.ts';
import { UntrustedText } from '../ui/UntrustedText.tsx';
import { BookmarksRequest } from './BookmarksRequest.tsx';
import { ExtensionRequest } from './ExtensionRequest.tsx';
import { consequenceText, headingText, outcomeText } from './outcomeText.ts';
import { RequestFacts } from './RequestFacts.tsx';
import { useTexts } from './texts.ts';

interface Props {
  readonly item: ApprovalView;
  /** Seconds left to decide. */
  readonly seconds: number;
}

/** One request: what is asked, by whom, what exactly would go, and how it ended. */
export function RequestView({ item, seconds }: Props) {
  const texts = useTexts();
  const outcome = outcomeText(item, texts);
  return (
    <main>
      <h1>{headingText(item, texts)}</h1>
      {item.status === 'pending' && <p class="consequence">{consequenceText(item, texts)}</p>}
      <output class={`outcome ${outcome?.tone ?? 'plain'}`}>
        {outcome?.text}
        {outcome?.detail != null && (
          <span class="detail">
            <UntrustedText text={outcome.detail} />
          </span>
        )}
      </output>
      <RequestFacts item={item} seconds={seconds} />
      <RequestBody item={item} />
    </main>
  );
}

function RequestBody({ item }: { readonly item: ApprovalView }) {
  switch (item.kind) {
    case 'bookmarks.remove':
      return <BookmarksRequest items={item.detail.items} status={item.status} />;
    case 'extensions.uninstall':
      return <ExtensionRequest item={item} />;
  }
}
