import { glob, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const repository = resolve(import.meta.dirname, '../..');

const known = new Map<string, Promise<readonly string[]>>();

/** Of each file, which most rules look at: read once. */
function linesOf(path: string): Promise<readonly string[]> {
  const lines = known.get(path) ?? readFile(resolve(repository, path), 'utf8').then((text) => text.split('\n'));
  known.set(path, lines);
  return lines;
}

/** Places (`path:line`) where a pattern stands in the named files. */
async function findPlaces(files: string[], pattern: RegExp, exclude: string[] = []): Promise<string[]> {
  const places: string[] = [];
  for await (const path of glob(files, { cwd: repository, exclude })) {
    (await linesOf(path)).forEach((line, index) => {
      if (pattern.test(line)) places.push(`${path}:${index + 1}`);
    });
  }
  return places;
}

describe('the sources', () => {
  it('never switch a check off', async () => {
    const directive = /(?:oxlint|eslint)-disable|oxfmt-ignore|@ts-(?:ignore|expect-error|nocheck)/u;
    const everywhere = ['{src,tests,scripts,bench}/**/*.{ts,tsx}', '*.ts'];
    expect(await findPlaces(everywhere, directive, ['tests/lint/**'])).toEqual([]);
  });

  it('take the time from a Clock, not from an empty Date', async () => {
    const outside = ['src/platform/**', 'src/config/**', 'src/**/*.test.ts', 'src/web/**'];
    expect(await findPlaces(['src/**/*.ts'], /new Date\(\)/u, outside)).toEqual([]);
  });

  it('assert what is right, never how long it took', async () => {
    const clock = /performance\.now|[cC]puUsage|hrtime|watchEventLoop/u;
    const inTests = ['{src,tests,scripts,extension}/**/*.test.{ts,tsx}'];
    // What a page does has a clock of its own, and is not compared with a number.
    expect(await findPlaces(inTests, clock, ['tests/labs/**', 'tests/lint/**', 'tests/e2e/**'])).toEqual([]);
    const tooLong = new RegExp(
      `expect\\(.*(?:${clock.source}).*\\.toBeLess|toBeLess.*(?:${clock.source})|'longtask'|\\.responseEnd`,
      'u',
    );
    expect(await findPlaces(['tests/e2e/**/*.test.ts'], tooLong)).toEqual([]);
  });

  it('take the time in tests from a Clock, too, and never chance: what fails must fail again', async () => {
    // Pages have clocks of their own.
    const unseeded = /^(?!.*\bevaluate\().*(?:new Date\(\)|Date\.now\(\)|Math\.random|new Promise\(.*setTimeout)/u;
    const inTests = ['{src,tests,scripts,bench,extension}/**/*.test.{ts,tsx}'];
    expect(await findPlaces(inTests, unseeded, ['tests/labs/**', 'tests/lint/**'])).toEqual([]);
  });

  it('never mix the clock of the machine with the one of a core, which stands still', async () => {
    const mixed: string[] = [];
    for await (const path of glob('{src,tests}/**/*.test.{ts,tsx}', { cwd: repository, exclude: ['tests/lint/**'] })) {
      const text = await readFile(resolve(repository, path), 'utf8');
      if (text.includes('createTestCore') && text.includes('systemClock')) mixed.push(path);
    }
    // Two worlds side by side, each with its own.
    expect(mixed).toEqual(['tests/integration/unsubscribe-links.test.ts']);
  });

  it('wait in tests as long as `patience.ts` says', async () => {
    const ownLimit = /(?:testTimeout|hookTimeout): |poll\(.*\{ timeout: /u;
    expect(await findPlaces(['{src,tests}/**/*.test.{ts,tsx}'], ownLimit, ['tests/labs/**', 'tests/lint/**'])).toEqual(
      [],
    );
  });

  it('never let Playwright end a route by itself: what the page asks for meanwhile would hang', async () => {
    expect(await findPlaces(['tests/e2e/**/*.ts'], /\btimes: \d/u)).toEqual([]);
  });
});
