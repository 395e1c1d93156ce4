import type { Caller } from '../../shared/provider.ts';
import { UntrustedText } from '../../ui/UntrustedText.tsx';
import { useExtensionsTexts } from './texts.ts';

/** An extension by its real name, with the ID, which alone cannot be made up. */
export function CallerName({ caller: { id, name } }: { readonly caller: Caller }) {
  const texts = useExtensionsTexts();
  return (
    <p class="caller">
      {name === null ? texts.notInstalled : <UntrustedText text={name} />}
      <span class="label mono">{id}</span>
    </p>
  );
}
