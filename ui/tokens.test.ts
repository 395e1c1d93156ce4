import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const css = await readFile(new URL('./tokens.css', import.meta.url), 'utf8');

/** A colour token as it is in one of the two schemes. */
function colour(name: string, scheme: 'light' | 'dark'): string {
  const value = new RegExp(`--${name}: ([^;]+);`).exec(css)?.[1] ?? '';
  const [light = '', dark = light] = value.match(/#[0-9a-f]{6}/g) ?? [];
  return scheme === 'light' ? light : dark;
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast as WCAG 2 defines it, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const texts = ['ink', 'ink-soft', 'ok', 'warn', 'bad'].flatMap((text) =>
  ['paper', 'surface', 'raised'].map((ground) => [text, ground] as const),
);
const readable = [
  ...texts,
  ['ink-inverse', 'ink'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['ink-soft', 'line'],
] as const;
const discernible = [
  ['edge', 'paper'],
  ['edge', 'surface'],
  ['focus', 'paper'],
  ['focus', 'surface'],
] as const;

for (const scheme of ['light', 'dark'] as const) {
  test.each(readable)(`${scheme}: text in %s on %s can be read`, (text, ground) => {
    expect(contrast(colour(text, scheme), colour(ground, scheme))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(discernible)(`${scheme}: an outline in %s stands out from %s`, (outline, ground) => {
    expect(contrast(colour(outline, scheme), colour(ground, scheme))).toBeGreaterThanOrEqual(3);
  });
}
