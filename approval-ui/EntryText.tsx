import { useState } from 'preact/hooks';
import { UntrustedText } from '../ui/UntrustedText.tsx';
import { isBlank, visibleString } from '../ui/visibleText.ts';
import { useTexts } from './texts.ts';
import { UntrustedUrl } from './UntrustedUrl.tsx';

/** Texts longer than this may be cut to their room, so they can be unfolded. */
const LONG_TITLE = 72;
const LONG_URL = 48;

interface Props {
  readonly title: string;
  readonly url: string | undefined;
}

/** Title and address of a bookmark or folder, cut to their room until the whole is asked for. */
export function EntryText({ title, url }: Props) {
  const texts = useTexts();
  const [isWhole, setWhole] = useState(false);
  const isLong = title.length > LONG_TITLE || (url?.length ?? 0) > LONG_URL;
  return (
    <div class={isWhole ? 'entry-text whole' : 'entry-text'}>
      {isBlank(title) ? (
        <p class="soft">{texts.blankTitle}</p>
      ) : (
        <p class="title" title={visibleString(title)}>
          <UntrustedText text={title} />
        </p>
      )}
      {url !== undefined && <UntrustedUrl url={url} />}
      {isLong && (
        <button type="button" class="plain more" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? texts.showLess : texts.showAll}
        </button>
      )}
    </div>
  );
}
