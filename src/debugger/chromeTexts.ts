/**
 * What Chrome says when it refuses something in chrome.debugger. It gives no codes, so its texts are told apart here,
 * and nowhere else. Errors of the protocol itself come as JSON text (`{"code":…,"message":…}`) and match none of these.
 */

/** The text of anything thrown. */
export const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The session is over; onDetach comes too, often a little later. */
export const saysNotAttached = (text: string): boolean =>
  text.startsWith('Debugger is not attached') || text.startsWith('Detached while handling command');

/** This extension, or another client that does not share, has the tab already. */
export const saysAlreadyAttached = (text: string): boolean =>
  text.startsWith('Another debugger is already attached');

export const saysNoSuchTab = (text: string): boolean => /^No tab with (given )?id/.test(text);

/** The page is, or holds a frame of, another extension. */
export const saysOtherExtension = (text: string): boolean =>
  text.includes('chrome-extension:// URL of different extension');

/** Chrome forbids debugging what the tab shows, be it at the attach or in the middle of a session. */
export const saysForbidden = (text: string): boolean =>
  text.startsWith('Cannot access ') || text.startsWith('The extensions gallery cannot be scripted');
