import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./app.css', import.meta.url), 'utf8');

/** The colours of one theme by name, as #rrggbb. */
function paletteOf(selector: string): Record<string, string> {
  const block = css.slice(css.indexOf(`${selector} {`)).split('}', 1)[0] ?? '';
  const named = block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/gu);
  return Object.fromEntries([...named].map(([, name = '', value = '']) => [name, value]));
}

const themes = { light: paletteOf(':root'), dark: paletteOf(":root[data-theme='dark']") };

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** 1 to 21 (WCAG 2.2, contrast ratio). */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const grounds = ['paper', 'sheet', 'well'];
/** What is written in which colour on which ground, and the least contrast between them (WCAG 1.4.3, 1.4.11). */
const pairs: readonly (readonly [colour: string, ground: string, least: number])[] = [
  ...['ink', 'soft', 'amber-deep', 'on', 'gone'].flatMap((colour) =>
    grounds.map((ground) => [colour, ground, 4.5] as const),
  ),
  ...['amber-wash', 'on-wash', 'gone-wash'].map((ground) => ['ink', ground, 4.5] as const),
  ['amber-deep', 'amber-wash', 4.5],
  ['on', 'on-wash', 4.5],
  ['gone', 'gone-wash', 4.5],
  ['on-amber', 'amber', 4.5],
  ['on-gone', 'gone-fill', 4.5],
  ['edge', 'paper', 3],
  ['edge', 'sheet', 3],
];

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(pairs)('%s can be read on %s', (colour, ground, least) => {
    const palette = themes[theme];
    expect(contrast(palette[colour] ?? '', palette[ground] ?? '')).toBeGreaterThanOrEqual(least);
  });
});

it('both themes have the same colours', () => {
  expect(Object.keys(themes.dark).toSorted()).toEqual(Object.keys(themes.light).toSorted());
});
