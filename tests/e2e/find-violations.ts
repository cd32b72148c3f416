import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { stashNewTexts } from './stash-new-texts.ts';
import { waitForQuiet } from './wait-for-quiet.ts';

/** By `npm run proof`: at both widths, in both themes, and each text anew. */
export const isEveryLook = process.env['EVERY_LOOK'] === 'true';

/** The minified one: half of what each document is sent and reads. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Once for a document: to read axe takes as long as to look at a small page. It looks for names that leave out what is written (WCAG 2.2, 2.5.3), too,
 * which by itself it does not, as that rule is new.
 */
async function bringAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return;
  await page.evaluate(source);
  await page.evaluate(() => {
    const { axe: runner } = window as unknown as { readonly axe: typeof axe };
    // While a control is busy it says so, and nobody can use it.
    const rule = { id: 'label-content-name-mismatch', selector: '[aria-label]:not([disabled])', tags: ['wcag253'] };
    runner.configure({ rules: [{ ...rule, enabled: true }] });
  });
}

type Chosen = Pick<axe.RunOptions, 'rules' | 'runOnly'>;

function runAxe(page: Page, rules: Chosen, exclude: string[][]): Promise<string[]> {
  return page.evaluate(
    async ({ chosen, without }) => {
      const runner = (window as unknown as { readonly axe: typeof axe }).axe;
      // Frames of others are not ours to look at.
      const options = { ...chosen, resultTypes: ['violations' as const], iframes: false };
      const { violations } = await runner.run({ include: [['html']], exclude: without }, options);
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
    },
    { chosen: rules, without: exclude },
  );
}

/**
 * How texts look that axe found to have enough contrast: it is two thirds of its work, and of a thousand texts forty look different. What axe
 * could not decide is not among them.
 */
const readable = new Set<string>();

/**
 * All rules at once, that of contrast for those texts alone that look like none before: what comes before the rules, a tree of the whole page,
 * takes as long as they do. Nothing but what is asked for here is written out.
 */
async function runAxeOnNews(page: Page, without: string[]): Promise<string[]> {
  await page.evaluate(stashNewTexts, { seen: [...readable], without });
  const { passed, faults } = await page.evaluate(async (exclude) => {
    const { axe: runner, newTexts } = window as unknown as {
      readonly axe: typeof axe;
      readonly newTexts: ReadonlyMap<Element, string>;
    };
    // An attribute by which axe calls no element.
    const mark = 'xmlns';
    for (const text of newTexts.keys()) text.setAttribute(mark, '');
    const lookAt = (selector: string) => runner.configure({ rules: [{ id: 'color-contrast', selector }] });
    lookAt(`[${mark}=""]`);
    const passing: string[] = [];
    runner.addReporter<string[]>('news', (results, _options, resolve) => {
      for (const { node } of results.flatMap(({ id, passes }) => (id === 'color-contrast' ? passes : [])))
        passing.push(newTexts.get((node as axe.DqElement).element) ?? '');
      resolve(
        results.flatMap(({ id, violations }) => violations.map(({ node }) => `${id}: ${node.selector.join(' ')}`)),
      );
    });
    try {
      const options = { reporter: 'news' as axe.ReporterVersion, iframes: false };
      const found = await runner.run({ include: [['html']], exclude: exclude.map((one) => [one]) }, options);
      return { passed: passing, faults: found as unknown as string[] };
    } finally {
      lookAt('*');
      for (const text of newTexts.keys()) text.removeAttribute(mark);
    }
  }, without);
  for (const look of passed) readable.add(look);
  return faults;
}

/**
 * What axe finds wrong with a page, a line each: rule and element. `rules`: only these; `without`: all but this. Fades cost contrast, so what moves has
 * ended, and what comes meanwhile, such as a toast, does not fade in.
 */
export async function findViolations(page: Page, rules?: string[], without?: string): Promise<string[]> {
  const moves = await page.evaluate(() => !matchMedia('(prefers-reduced-motion: reduce)').matches);
  // Each change of it lays out the whole page.
  if (moves) await page.emulateMedia({ reducedMotion: 'reduce' });
  await waitForQuiet(page);
  await bringAxe(page);
  const exclude = without === undefined ? [] : [[without]];
  const chosen: Chosen = rules === undefined ? {} : { runOnly: { type: 'rule', values: rules } };
  const isWhole = isEveryLook || rules !== undefined;
  const found = isWhole ? await runAxe(page, chosen, exclude) : await runAxeOnNews(page, exclude.flat());
  if (moves) await page.emulateMedia({ reducedMotion: null });
  return found;
}
