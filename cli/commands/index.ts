import type { CommandGroup } from '../command.ts';
import type { MethodCommand } from '../methodCommand.ts';
import { bookmarkCommands } from './bookmarks.ts';
import { browsingDataCommands } from './browsingData.ts';
import { cookieCommands } from './cookies.ts';
import { downloadCommands } from './downloads.ts';
import { extensionCommands } from './extensions.ts';
import { groupCommands } from './groups.ts';
import { historyCommands } from './history.ts';
import { readingListCommands } from './readingList.ts';
import { recentCommands } from './recent.ts';
import { tabCommands } from './tabs.ts';
import { windowCommands } from './windows.ts';

/** Every command that calls a method of a browser. */
export const BROWSER_COMMANDS: readonly CommandGroup<MethodCommand>[] = [
  tabCommands,
  windowCommands,
  groupCommands,
  bookmarkCommands,
  readingListCommands,
  historyCommands,
  recentCommands,
  downloadCommands,
  cookieCommands,
  browsingDataCommands,
  extensionCommands,
];
