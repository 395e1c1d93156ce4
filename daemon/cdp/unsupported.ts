import { CDP_ERROR, CdpError } from './cdpError.ts';

const CONTEXTS = 'the endpoint drives the browser context the user is signed in to, and opens no other';
const PERMISSIONS = 'permissions of sites are the user’s to grant';
const WINDOWS = 'size and position of windows are the user’s';
const CERTIFICATES = 'certificate errors cannot be ignored in the user’s own browser';

/** Features that Chrome does not let an extension's debugger have. */
const FEATURES: Readonly<Record<string, string>> = {
  'Target.createBrowserContext': CONTEXTS,
  'Target.disposeBrowserContext': CONTEXTS,
  'Browser.grantPermissions': PERMISSIONS,
  'Browser.resetPermissions': PERMISSIONS,
  'Browser.setPermission': PERMISSIONS,
  'Browser.getWindowForTarget': WINDOWS,
  'Browser.getWindowBounds': WINDOWS,
  'Browser.setWindowBounds': WINDOWS,
  'Browser.setContentsSize': WINDOWS,
  'Security.setIgnoreCertificateErrors': CERTIFICATES,
  'Security.setOverrideCertificateErrors': CERTIFICATES,
};

/** @throws CdpError naming the feature, when a command needs one that the endpoint cannot provide. */
export function requireSupported(method: string): void {
  const feature = Object.hasOwn(FEATURES, method) ? FEATURES[method] : undefined;
  if (feature !== undefined) throw unsupported(method, feature);
  if (method.startsWith('ServiceWorker.')) {
    throw unsupported(method, 'Chrome gives an extension no control of service workers');
  }
}

/** The error that names what is not supported. */
export const unsupported = (method: string, why?: string): CdpError =>
  new CdpError(CDP_ERROR.general, `${method} is not supported${why === undefined ? '' : `: ${why}`}`);

/** Why no page can be opened in another browser context. */
export const OTHER_CONTEXT = CONTEXTS;
