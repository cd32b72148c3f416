import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const repository = resolve(import.meta.dirname, '../..');

/** `RFC 6376 §3.4.1, §3.4.2`, `RFC 8617 §5.2 steps 1 to 3, §4.2`: the number, and all sections behind it. */
const citation = /RFC (\d+)((?: §[\dA-Z]+(?:\.\d+)*(?: (?:rule|steps?) \d+(?: to \d+)?)?(?:,(?= §))?)*)/g;
const section = /§[\dA-Z]+(?:\.\d+)*/g;
/** Of the PROXY protocol, which is no RFC. */
const otherSection = /PROXY §[\d.]+/g;
const row = /^\| (\d+) +\| (§\S+|—) +\| (\w+) +\| \S.*\|$/;
const states = ['implemented', 'partly', 'not'];

interface Row {
  /** `RFC 5321 §4.5.2`, or `RFC 5321` for the whole document. */
  readonly cited: string;
  readonly state: string;
}

function readRows(table: string): Row[] {
  return table.split('\n').flatMap((line) => {
    const [, number, where, state = ''] = row.exec(line) ?? [];
    if (number === undefined || where === undefined) return [];
    return [{ cited: where === '—' ? `RFC ${number}` : `RFC ${number} ${where}`, state }];
  });
}

/** Comments may break a citation between its number and its section. */
function joinComments(source: string): string {
  return source.replaceAll(/\n[ \t]*(?:\*|\/\/)? ?/g, ' ').replaceAll(/\s+/g, ' ');
}

/** What a source cites; a section of a document counts for the document, too. */
function readCitations(source: string): string[] {
  return [...joinComments(source).matchAll(citation)].flatMap(([, number, sections = '']) => {
    const named = [...sections.matchAll(section)].map(([where]) => `RFC ${number} ${where}`);
    return [`RFC ${number}`, ...named];
  });
}

/** Sections in another form than behind their RFC's number. */
function strayIn(source: string): string[] {
  const rest = joinComments(source).replaceAll(citation, '').replaceAll(otherSection, '');
  return [...rest.matchAll(/.{0,30}§.{0,10}/g)].map(([text]) => text);
}

function faultsIn(table: string, sources: readonly string[]): string[] {
  const rows = readRows(table);
  const listed = new Set(rows.map(({ cited }) => cited));
  const numbers = new Set(rows.map(({ cited }) => cited.split(' §', 1)[0]));
  const cited = new Set(sources.flatMap(readCitations));
  return [
    ...[...cited].filter((each) => !listed.has(each) && !numbers.has(each)).map((each) => `not listed: ${each}`),
    ...rows
      .filter((each) => each.state === 'implemented' && !cited.has(each.cited))
      .map((each) => `not cited: ${each.cited}`),
    ...rows.filter(({ state }) => !states.includes(state)).map((each) => `no status: ${each.cited}`),
    ...rows
      .filter((each, index) => rows.findIndex((one) => one.cited === each.cited) !== index)
      .map(({ cited: twice }) => `twice: ${twice}`),
    ...sources.flatMap(strayIn).map((text) => `no RFC: ${text}`),
  ];
}

const table = readFileSync(join(repository, 'docs/protocol.md'), 'utf8');
const sources = globSync('src/{protocol,mail}/**/*.ts', { cwd: repository })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(repository, file), 'utf8'));

describe('the table of RFCs', () => {
  it('lists what the code cites, and the code cites what it lists as implemented', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(readRows(table).length).toBeGreaterThan(200);
    expect(faultsIn(table, sources)).toEqual([]);
  });

  it('has a row in each of its lines', () => {
    const lines = table.split('\n').filter((line) => line.startsWith('|') && !/^\| (?:RFC|-+) /.test(line));
    expect(lines.filter((line) => !row.test(line))).toEqual([]);
  });

  it.each([
    ['// RFC 5321 §99.9', 'not listed: RFC 5321 §99.9'],
    ['/**\n * As asked for (RFC 5321 §4.5.2,\n * §99.9).\n */', 'not listed: RFC 5321 §99.9'],
    ['  // RFC\n  // 5321 §99.9', 'not listed: RFC 5321 §99.9'],
    ['// RFC 99999', 'not listed: RFC 99999'],
    ['// §8.6 of RFC 7208', 'no RFC: // §8.6 of '],
  ])('would not go with %j in the code', (planted, fault) => {
    expect(faultsIn(table, [...sources, planted])).toEqual([fault]);
  });

  it.each([
    ['| 5321 | §99.9 | implemented | nothing |', 'not cited: RFC 5321 §99.9'],
    ['| 5321 | §99.9 | perhaps | nothing |', 'no status: RFC 5321 §99.9'],
    ['| 5321 | §4.5.2 | implemented | dots |', 'twice: RFC 5321 §4.5.2'],
  ])('would not go with the row %j', (planted, fault) => {
    expect(faultsIn(`${table}\n${planted}`, sources)).toEqual([fault]);
  });
});
