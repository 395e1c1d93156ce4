import { BackIcon, Mark } from '../ui/icons.tsx';
import { PRODUCT_NAME } from '../ui/texts.ts';
import { NextIcon } from './icons.tsx';
import type { Pager } from './pager.ts';
import { useTexts } from './texts.ts';
import { useInstanceName } from './useInstanceName.ts';

interface Props {
  readonly pager: Pager | null;
  readonly onTurn: (by: number) => void;
}

/** Which browser this is, and the way through the requests when there are several. */
export function WindowHeader({ pager, onTurn }: Props) {
  const texts = useTexts();
  const name = useInstanceName();
  return (
    <header>
      <Mark />
      <p class="instance">{name ?? PRODUCT_NAME}</p>
      {pager !== null && pager.items.length > 1 && (
        <nav>
          <button
            type="button"
            class="plain icon"
            title={texts.previous}
            disabled={pager.index === 0}
            onClick={() => onTurn(-1)}
          >
            <BackIcon />
            <span class="visually-hidden">{texts.previous}</span>
          </button>
          <span>{texts.position(pager.index + 1, pager.items.length)}</span>
          <button
            type="button"
            class="plain icon"
            title={texts.next}
            disabled={pager.index === pager.items.length - 1}
            onClick={() => onTurn(1)}
          >
            <NextIcon />
            <span class="visually-hidden">{texts.next}</span>
          </button>
        </nav>
      )}
    </header>
  );
}
