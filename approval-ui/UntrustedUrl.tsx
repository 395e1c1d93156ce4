import { UntrustedText } from '../ui/UntrustedText.tsx';
import { visibleString } from '../ui/visibleText.ts';
import { urlParts } from './urlParts.ts';

/** A URL, not to be followed. Its host stands out and is never cut. */
export function UntrustedUrl({ url }: { readonly url: string }) {
  const { before, host, after } = urlParts(url);
  return (
    <p class="url" title={visibleString(url)}>
      {before !== '' && (
        <span class="url-before">
          <UntrustedText text={before} />
        </span>
      )}
      {host !== '' && (
        <strong>
          <UntrustedText text={host} />
        </strong>
      )}
      <span class="url-after">
        <UntrustedText text={after} />
      </span>
    </p>
  );
}
