import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

/** Holds docs/security.md against the numbers of OWASP ASVS 5.0 and against the files it names. */

const repository = resolve(import.meta.dirname, '../..');

/** The requirements of levels 1 and 2, by section. What is missing between them is of level 3. */
const requirements: Readonly<Record<string, string>> = {
  '1.1': '1-2',
  '1.2': '1-9',
  '1.3': '1-11',
  '1.4': '1-3',
  '1.5': '1-2',
  '2.1': '1-3',
  '2.2': '1-3',
  '2.3': '1-4',
  '2.4': '1',
  '3.2': '1-2',
  '3.3': '1-4',
  '3.4': '1-6',
  '3.5': '1-5',
  '3.7': '1-2',
  '4.1': '1-3',
  '4.2': '1',
  '4.3': '1-2',
  '4.4': '1-4',
  '5.1': '1',
  '5.2': '1-3',
  '5.3': '1-2',
  '5.4': '1-3',
  '6.1': '1-3',
  '6.2': '1-12',
  '6.3': '1-4',
  '6.4': '1-4',
  '6.5': '1-5',
  '6.6': '1-3',
  '6.8': '1-4',
  '7.1': '1-3',
  '7.2': '1-4',
  '7.3': '1-2',
  '7.4': '1-5',
  '7.5': '1-2',
  '7.6': '1-2',
  '8.1': '1-2',
  '8.2': '1-3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1-3',
  '9.2': '1-4',
  '10.1': '1-2',
  '10.2': '1-2',
  '10.3': '1-4',
  '10.4': '1-11',
  '10.5': '1-5',
  '10.6': '1-2',
  '10.7': '1-3',
  '11.1': '1-2',
  '11.2': '1-3',
  '11.3': '1-3',
  '11.4': '1-4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1-3',
  '12.2': '1-2',
  '12.3': '1-4',
  '13.1': '1',
  '13.2': '1-5',
  '13.3': '1-2',
  '13.4': '1-5',
  '14.1': '1-2',
  '14.2': '1-4',
  '14.3': '1-3',
  '15.1': '1-3',
  '15.2': '1-3',
  '15.3': '1-7',
  '16.1': '1',
  '16.2': '1-5',
  '16.3': '1-4',
  '16.4': '1-3',
  '16.5': '1-3',
  '17.1': '1',
  '17.2': '1-4',
  '17.3': '1-2',
};

interface Row {
  readonly number: string;
  readonly state: string;
  readonly why: string;
  readonly files: readonly string[];
}

const rowPattern = /^\| (?<number>\d+\.\d+\.\d+) +\| (?<rest>.+) \|$/gmu;

let guide: string;
let rows: Row[];

beforeAll(() => {
  guide = readFileSync(join(repository, 'docs/security.md'), 'utf8');
  rows = [...guide.matchAll(rowPattern)].map(({ groups }) => {
    const [, state = '', why = '', tested = ''] = (groups?.['rest'] ?? '').split('|').map((cell) => cell.trim());
    const files = [...tested.matchAll(/`(?<file>[^`]+)`/gu)].map((found) => found.groups?.['file'] ?? '');
    return { number: groups?.['number'] ?? '', state, why, files };
  });
});

function numbersOf([section, range]: readonly [string, string]): string[] {
  const [first = 1, last = first] = range.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => `${section}.${first + index}`);
}

describe('the table of the standard', () => {
  it('has every requirement of levels 1 and 2 once, in order', () => {
    const wanted = Object.entries(requirements).flatMap(numbersOf);
    expect(wanted).toHaveLength(253);
    expect(rows.map(({ number }) => number)).toEqual(wanted);
  });

  it('says of each how it stands, and why', () => {
    const states = ['met', 'not met', 'n/a'];
    const silent = rows.filter(({ state, why }) => !states.includes(state) || why === '');
    expect(silent).toEqual([]);
  });

  it('counts right', () => {
    const count = (wanted: string): number => rows.filter(({ state }) => state === wanted).length;
    const text = `${count('met')} are met, ${count('not met')} are not, ${count('n/a')} do not apply`;
    expect(guide).toContain(text);
  });

  it('has a reason on record for each that is not met, and for no other', () => {
    const record = readFileSync(join(repository, 'docs/decisions/0101-what-of-asvs-is-not-met.md'), 'utf8');
    const reasons = [...record.matchAll(rowPattern)].map(({ groups }) => ({
      number: groups?.['number'] ?? '',
      words: (groups?.['rest'] ?? '').split('|')[0]?.trim().split(' ').length ?? 0,
    }));
    const notMet = rows.filter(({ state }) => state === 'not met').map(({ number }) => number);
    expect(reasons.map(({ number }) => number)).toEqual(notMet);
    expect(reasons.filter(({ words }) => words < 2)).toEqual([]);
  });

  it('names only files that exist', () => {
    const named = rows.flatMap(({ number, files }) => files.map((file) => ({ number, file })));
    expect(named.length).toBeGreaterThan(150);
    expect(named.filter(({ file }) => !existsSync(join(repository, file)))).toEqual([]);
  });
});
