import { useExtensionsTexts } from './texts.ts';
import { useProvider } from './useProvider.ts';

/** How many requests of other extensions wait for the person, and the way to them; nothing when there are none. */
export function ExtensionsNotice({ onShow }: { readonly onShow: () => void }) {
  const texts = useExtensionsTexts();
  const view = useProvider();
  const count = view === null ? 0 : view.pending.length + view.held.length;
  if (count === 0) return null;
  return (
    <div class="notice attention">
      <p>{texts.notice(count)}</p>
      <button type="button" onClick={onShow}>
        {texts.show}
      </button>
    </div>
  );
}
