import type { Context } from './context.ts';
import { CommandFailure } from './failure.ts';
import { VERSION } from './version.ts';

/** What to do about a failure of a browser call, where the failure's own sentence cannot know it. */
export async function hintFor(code: string, context: Context): Promise<string | undefined> {
  switch (code) {
    case 'CONFIRMATION_REQUIRED':
      return 'repeat the command with --yes to confirm it';
    case 'BROWSER_AMBIGUOUS':
      return context.browserFrom === undefined
        ? 'choose one with --browser, SCTL_BROWSER or a .sctl file; `sctl browsers` lists them'
        : `give ${context.browserFrom} the whole name, or more of the ID; \`sctl browsers\` lists them`;
    case 'BROWSER_NOT_FOUND':
      return context.browserFrom === undefined || context.browserFrom === '--browser'
        ? '`sctl browsers` lists the paired browsers'
        : `"${context.browser}" comes from ${context.browserFrom}; \`sctl browsers\` lists the paired browsers`;
    case 'OUT_OF_SCOPE':
      return 'use a token that covers it; without --token-file and SCTL_TOKEN the full one is used';
    case 'BROWSER_OFFLINE':
      return 'start that browser; its sctl Browser popup shows why it does not connect';
    case 'NO_BROWSER_CONNECTED':
      return '`sctl browsers` lists the paired browsers; `sctl connect` pairs one';
    case 'INVALID_REQUEST':
    case 'METHOD_NOT_FOUND':
    case 'INTERNAL_ERROR':
      return versionHintFrom(context);
    default:
      return undefined;
  }
}

/** Says so when the daemon is of another version than this command, as after an upgrade. */
export const versionHint = (daemonVersion: string | undefined): string | undefined =>
  daemonVersion === undefined || daemonVersion === VERSION
    ? undefined
    : `the daemon is version ${daemonVersion}, this command ${VERSION}; stop the daemon and run \`sctl serve\` to use one version`;

async function versionHintFrom({ client }: Context): Promise<string | undefined> {
  try {
    return versionHint(await client.version());
  } catch (error) {
    // The failure it belongs to is worth more than the hint.
    if (error instanceof CommandFailure) return undefined;
    throw error;
  }
}
