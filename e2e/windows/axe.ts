import axe from 'axe-core';
import type { Page } from 'playwright/test';

/** What axe-core finds wrong with a page, a line each; nothing when it finds nothing. */
export async function findings(page: Page): Promise<readonly string[]> {
  // Our pages' content security policy forbids scripts in the page; the debugger's are exempt.
  const known = await page.evaluate(() => 'axe' in globalThis);
  if (!known) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as typeof globalThis & { axe: { run(): Promise<import('axe-core').AxeResults> } }).axe.run(),
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}
