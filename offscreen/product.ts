import { isPeerDetail } from '../protocol/names.ts';

/** Which browser this is. */
export interface Product {
  /** Starts the instance's default name. */
  readonly slug: string;
  readonly product: string;
  /** Empty when it is not known. */
  readonly productVersion: string;
}

interface BrandVersion {
  readonly brand: string;
  readonly version: string;
}

/** The part of `navigator.userAgentData` that tells browsers apart. */
export interface UserAgentData {
  readonly brands: readonly BrandVersion[];
  readonly getHighEntropyValues: (
    hints: string[],
  ) => Promise<{ readonly fullVersionList?: readonly BrandVersion[] }>;
}

const PRODUCTS = [
  { brand: 'Microsoft Edge', slug: 'edge', product: 'Edge' },
  { brand: 'Opera', slug: 'opera', product: 'Opera' },
  { brand: 'Brave', slug: 'brave', product: 'Brave' },
  { brand: 'Google Chrome', slug: 'chrome', product: 'Chrome' },
];

const UNKNOWN = { brand: 'Chromium', slug: 'chromium', product: 'Chromium' };

/** Tells which browser this is; every other one counts as Chromium. Never fails. */
export async function detectProduct(userAgentData: UserAgentData | undefined): Promise<Product> {
  const brands = userAgentData?.brands ?? [];
  const versionIn = (list: readonly BrandVersion[] | undefined) =>
    list?.find((entry) => entry.brand === brand)?.version;
  const { brand, slug, product } =
    PRODUCTS.find((known) => brands.some((entry) => entry.brand === known.brand)) ?? UNKNOWN;
  const full = await userAgentData?.getHighEntropyValues(['fullVersionList']).catch(() => undefined);
  const version = versionIn(full?.fullVersionList) ?? versionIn(brands) ?? '';
  // A detail the daemon would refuse closes the connection, so it is left empty instead.
  return { slug, product, productVersion: isPeerDetail(version) ? version : '' };
}

/** The browser's own data, where it has any. */
export const userAgentDataOf = (navigator: object): UserAgentData | undefined =>
  'userAgentData' in navigator ? (navigator.userAgentData as UserAgentData) : undefined;
