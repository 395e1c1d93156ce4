const MAX_NAME_LENGTH = 32;

/** What the name field does to typed text: only what a name may hold, in lower case, and no more than fits. */
export const nameText = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, MAX_NAME_LENGTH);
