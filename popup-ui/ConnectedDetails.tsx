import type { ConnectionStatus } from '../shared/connectionState.ts';
import { UntrustedText } from '../ui/UntrustedText.tsx';
import { useNow } from '../ui/useNow.ts';
import { type Elapsed, elapsedSince } from './elapsed.ts';
import type { PopupTexts } from './texts.ts';
import { useTexts } from './texts.ts';

const ELAPSED_RENEWED_MS = 15_000;

function elapsedText(elapsed: Elapsed, texts: PopupTexts): string {
  if (elapsed.unit === 'now') return texts.elapsed.now;
  return texts.elapsed[elapsed.unit](elapsed.count);
}

interface Props {
  readonly connection: Extract<ConnectionStatus, { status: 'connected' }>;
}

/** What is known of both ends while they are connected, as rows of a description list. */
export function ConnectedDetails({ connection }: Props) {
  const texts = useTexts();
  const now = useNow(ELAPSED_RENEWED_MS);
  return (
    <>
      <dt>{texts.product}</dt>
      <dd>{`${connection.product} ${connection.productVersion}`.trim()}</dd>
      <dt>{texts.daemon}</dt>
      <dd>
        <UntrustedText text={connection.daemonVersion} />
      </dd>
      <dt>{texts.connectedSince}</dt>
      <dd>{elapsedText(elapsedSince(connection.connectedAt, now), texts)}</dd>
    </>
  );
}
