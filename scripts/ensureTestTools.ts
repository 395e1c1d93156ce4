import { findChromium, installDebianPackages, isRootOnDebian, onPath } from './chromium.ts';

/** Programs the tests of Chrome's own dialogs need: a display of their own, and hands on its keyboard. */
const DISPLAY_TOOLS: Readonly<Record<string, string>> = { Xvfb: 'xvfb', xdotool: 'xdotool' };

const missing = () => Object.entries(DISPLAY_TOOLS).filter(([program]) => onPath(program).length === 0);

try {
  console.log(`Chromium: ${findChromium()}`);
  if (missing().length > 0 && isRootOnDebian()) installDebianPackages(...missing().map(([, name]) => name));
  if (missing().length > 0) {
    throw new Error(
      `The tests need ${missing()
        .map(([program]) => program)
        .join(' and ')}; please install it.`,
    );
  }
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
