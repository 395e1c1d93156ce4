import type { ConnectionStatus } from '../../shared/connectionState.ts';

/** The pictures of the toolbar button, as files in `icons/`. */
export const TOOLBAR_ICONS = ['connected', 'waiting', 'paused', 'off'] as const;

export type ToolbarIcon = (typeof TOOLBAR_ICONS)[number];

/** What the toolbar button tells. */
export interface ToolbarFacts {
  /** Whether the daemon can reach this browser. */
  readonly isConnected: boolean;
  /** Requests that wait for the human. */
  readonly waiting: number;
  readonly isPaused: boolean;
}

/** How the toolbar button looks. */
export interface ToolbarLook {
  readonly icon: ToolbarIcon;
  readonly badge: string;
  readonly badgeColor: string;
}

const ATTENTION = '#B3261E';
const PAUSE = '#875600';
const TEXT = '#FFFFFF';

/** Sizes of the pictures in device-independent pixels; Chrome picks the one that fits the screen. */
const SIZES = [16, 32] as const;

/** The look for the facts. A pause outshines everything, because it is easily forgotten. */
export function toolbarLook({ isConnected, waiting, isPaused }: ToolbarFacts): ToolbarLook {
  if (isPaused) return { icon: 'paused', badge: '❚❚', badgeColor: PAUSE };
  if (waiting > 0) return { icon: 'waiting', badge: String(waiting), badgeColor: ATTENTION };
  return { icon: isConnected ? 'connected' : 'off', badge: '', badgeColor: ATTENTION };
}

/** The part of `chrome.action` the toolbar needs. */
export type ToolbarAction = Pick<
  typeof chrome.action,
  'setIcon' | 'setBadgeText' | 'setBadgeBackgroundColor' | 'setBadgeTextColor'
>;

/** Keeps the toolbar button in step with what is known; what is not known yet stays as Chrome last showed it. */
export class Toolbar {
  readonly #action: ToolbarAction;
  #facts: Partial<ToolbarFacts> = {};
  #shown: Promise<unknown> = Promise.resolve();

  constructor(action: ToolbarAction) {
    this.#action = action;
  }

  /** Takes in what has become known. */
  tell(facts: Partial<ToolbarFacts>): void {
    this.#facts = { ...this.#facts, ...facts };
    const { isConnected, waiting, isPaused } = this.#facts;
    if (isConnected === undefined || waiting === undefined || isPaused === undefined) return;
    const look = toolbarLook({ isConnected, waiting, isPaused });
    // One after the other, so that an older look never comes last.
    this.#shown = this.#shown.then(() => this.#show(look)).catch(reportFailure);
  }

  async #show({ icon, badge, badgeColor }: ToolbarLook): Promise<void> {
    await this.#action.setIcon({ path: iconPaths(icon) });
    await this.#action.setBadgeBackgroundColor({ color: badgeColor });
    await this.#action.setBadgeTextColor({ color: TEXT });
    await this.#action.setBadgeText({ text: badge });
  }
}

/** Whether a connection state lets the daemon reach this browser. */
export const isReachable = ({ status }: Pick<ConnectionStatus, 'status'>): boolean => status === 'connected';

/** The files of a toolbar picture by size, relative to the extension's root. */
export const iconPaths = (icon: ToolbarIcon): Record<string, string> =>
  Object.fromEntries(SIZES.map((size) => [size, `/icons/${icon}-${size}.png`]));

const reportFailure = (error: unknown) => console.error('The toolbar button could not be changed', error);
