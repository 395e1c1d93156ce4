/** Version of the DevTools protocol that clients are told. */
export const BROWSER_PROTOCOL = '1.3';

/** The product a User-Agent names, such as `Chrome/156.0.0.0`; just `Chrome` when it names none. */
export const productOf = (userAgent: string): string =>
  /\b(?:Headless)?Chrome\/[\d.]+/.exec(userAgent)?.[0] ?? 'Chrome';
