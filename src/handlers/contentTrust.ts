/** Marks a result whose texts are controlled by web pages or extension authors (protocol §3). */
export const UNTRUSTED = { contentTrust: 'untrusted-page-content' } as const;
