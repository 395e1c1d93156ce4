import type { ConnectionStatus } from '../shared/connectionState.ts';
import { useTexts } from './texts.ts';

type Status = ConnectionStatus['status'];

interface Props {
  readonly status: Status;
  /** The daemon's `host:port`; empty while it is not known. */
  readonly address: string;
  /** The line is up, and nothing may pass. */
  readonly isPaused?: boolean;
}

/** How far the line from the browser reaches, and what stands in its way. */
function lineOf(status: Status): { readonly path: string; readonly obstacle: string | null } {
  switch (status) {
    case 'unpaired':
    case 'pairing':
    case 'connected':
    case 'reconnecting':
      return { path: 'M66 30H262', obstacle: null };
    case 'pair-unreachable':
      return { path: 'M66 30H196', obstacle: 'm207 25 10 10m0-10-10 10' };
    case 'pair-failed':
    case 'rejected':
      return { path: 'M66 30H238', obstacle: 'M250 20v20' };
  }
}

/** The browser, the daemon, and the line between them. */
export function ConnectionDrawing({ status, address, isPaused = false }: Props) {
  const texts = useTexts();
  const { path, obstacle } = lineOf(status);
  return (
    <div class={isPaused ? `drawing ${status} halted` : `drawing ${status}`}>
      <svg width="328" height="60" viewBox="0 0 328 60" aria-hidden="true">
        <g>
          <rect x="1" y="10" width="56" height="40" rx="6" />
          <path d="M1 21.5h56M8 15.75h.01M13.5 15.75h.01M19 15.75h.01" />
        </g>
        <g class="daemon">
          <rect x="271" y="10" width="56" height="40" rx="6" />
          <path d="m281 23.5 6.5 6.5-6.5 6.5M292 37h9" />
        </g>
        <path class="line" d={path} pathLength="100" />
        {isPaused && <path class="halt" d="M159 21v18M169 21v18" />}
        {obstacle !== null && <path class="obstacle" d={obstacle} />}
        {status === 'connected' && (
          <>
            <circle class="joint" cx="66" cy="30" r="3" />
            <circle class="joint" cx="262" cy="30" r="3" />
          </>
        )}
      </svg>
      <div class="ends">
        <span>{texts.thisBrowser}</span>
        <span>{address}</span>
      </div>
    </div>
  );
}
