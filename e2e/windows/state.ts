import type { Page } from 'playwright/test';
import type { World } from './world.ts';

/** One state of a window, in English and light, as a person can reach it. */
export interface State {
  readonly name: string;
  /** Reaches it from the state before, checks by role and name that it is there, and returns its page. */
  readonly reach: (world: World) => Promise<Page>;
  /** Undoes what the next state cannot start from. */
  readonly leave?: (world: World) => Promise<unknown>;
}
