import type { Page } from 'playwright/test';

/** Elements whose text may be cut, because the whole of it is in their title or can be unfolded. */
const MAY_BE_CUT = '.target, .path, .requester, .title, .url-before, .url-after, .visually-hidden, select';

/** Elements whose text does not fit them, and whatever makes the page scroll sideways. */
export function clipped(page: Page): Promise<readonly string[]> {
  return page.evaluate((mayBeCut) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const wide = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide in ${clientWidth}`] : [];
    const cut = [...document.querySelectorAll<HTMLElement>('#app *')].filter((element) => {
      if (element.closest(mayBeCut) !== null || element.closest('svg') !== null) return false;
      const { overflowX } = getComputedStyle(element);
      const hides = overflowX !== 'visible';
      return hides && element.tagName !== 'INPUT' && element.scrollWidth > element.clientWidth + 1;
    });
    const outside = [...document.querySelectorAll<HTMLElement>('button, input, select, a, p, dd')].filter(
      (element) => {
        if (element.closest(mayBeCut) !== null) return false;
        const { right, left, width } = element.getBoundingClientRect();
        return width > 1 && (right > clientWidth + 0.5 || left < -0.5);
      },
    );
    return [
      ...wide,
      ...[...cut, ...outside].map((one) => `${one.tagName} ${one.className}: ${one.textContent}`),
    ];
  }, MAY_BE_CUT);
}
