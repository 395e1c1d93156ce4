import type { Command, CommandGroup } from './command.ts';
import { BROWSER_COMMANDS } from './commands/index.ts';
import { SCRIPT_COMMANDS } from './commands/scripts.ts';
import { browsers } from './service/browsers.ts';
import { cdp } from './service/cdp.ts';
import { completionCommand } from './service/completion.ts';
import { connect } from './service/connect.ts';
import { doctor } from './service/doctor.ts';
import { mcp } from './service/mcp.ts';
import { serve } from './service/serve.ts';
import { status } from './service/status.ts';
import { token } from './service/token.ts';
import { version } from './service/version.ts';

/** Commands under one heading of the documentation. */
export interface Chapter {
  readonly title: string;
  readonly members: readonly (Command | CommandGroup)[];
}

/** Every command and group of commands, in the order of the help. */
export const CHAPTERS: readonly Chapter[] = [
  { title: 'The daemon', members: [serve, connect, status, doctor, browsers, token, cdp, mcp] },
  { title: 'The browser', members: BROWSER_COMMANDS },
  { title: 'User scripts in ScriptCat', members: SCRIPT_COMMANDS },
  { title: 'The command itself', members: [completionCommand(() => COMMANDS), version] },
];

/** Every command and group of commands, in the order of the help. */
export const COMMANDS: readonly (Command | CommandGroup)[] = CHAPTERS.flatMap(({ members }) => members);
