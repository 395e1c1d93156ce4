import { describe, expect, it } from 'vitest';
import { detectProduct, userAgentDataOf } from './product.ts';

type Brand = [brand: string, version: string];

const listOf = (brands: Brand[]) => brands.map(([brand, version]) => ({ brand, version }));

const userAgentData = (brands: Brand[], fullVersions?: Brand[]) => ({
  brands: listOf(brands),
  getHighEntropyValues: async (hints: string[]) =>
    fullVersions && hints.includes('fullVersionList') ? { fullVersionList: listOf(fullVersions) } : {},
});

const PLACEHOLDER: Brand = ['Not;A=Brand', '99'];

describe('the product', () => {
  it.each([
    ['Microsoft Edge', 'edge', 'Edge'],
    ['Opera', 'opera', 'Opera'],
    ['Brave', 'brave', 'Brave'],
    ['Google Chrome', 'chrome', 'Chrome'],
    ['Chromium', 'chromium', 'Chromium'],
  ])('is told by the brand %s', async (brand, slug, product) => {
    const data = userAgentData(
      [PLACEHOLDER, ['Chromium', '129'], [brand, '129']],
      [PLACEHOLDER, ['Chromium', '129.0.1.2'], [brand, brand === 'Chromium' ? '129.0.1.2' : '129.0.3.4']],
    );
    expect(await detectProduct(data)).toEqual({
      slug,
      product,
      productVersion: brand === 'Chromium' ? '129.0.1.2' : '129.0.3.4',
    });
  });

  it('of an unknown brand is Chromium', async () => {
    expect(await detectProduct(userAgentData([PLACEHOLDER, ['Vivaldi', '7']]))).toEqual({
      slug: 'chromium',
      product: 'Chromium',
      productVersion: '',
    });
  });

  it('is Chromium where the browser says nothing', async () => {
    expect(await detectProduct(undefined)).toEqual({
      slug: 'chromium',
      product: 'Chromium',
      productVersion: '',
    });
  });

  it('has the short version where the full one cannot be had', async () => {
    const brands = listOf([['Google Chrome', '129']]);
    const refusing = { brands, getHighEntropyValues: () => Promise.reject(new Error('Not allowed')) };
    expect(await detectProduct(refusing)).toMatchObject({ productVersion: '129' });
    expect(await detectProduct(userAgentData([['Google Chrome', '129']]))).toMatchObject({
      productVersion: '129',
    });
  });

  it.each(['x'.repeat(65), '1\n2', '1\u202e2'])(
    'has no version that the daemon would refuse: %j',
    async (version) => {
      expect(await detectProduct(userAgentData([['Google Chrome', version]]))).toMatchObject({
        product: 'Chrome',
        productVersion: '',
      });
    },
  );
});

it("is read from the browser's own data, where it has any", async () => {
  const data = userAgentData([['Opera', '100']]);
  expect(userAgentDataOf({ userAgentData: data })).toBe(data);
  expect(userAgentDataOf({ userAgent: 'Mozilla/5.0' })).toBeUndefined();
});
