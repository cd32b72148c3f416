import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { writeMoveOut, type OutgoingAlias } from '#web/features/settings/moving/move-out-files.ts';

const own = new Set(['own.example']);

function aliasWith(given: Partial<OutgoingAlias> & { readonly inboxes?: readonly string[] } = {}): OutgoingAlias {
  const { inboxes = ['ann@inbox.example'], ...rest } = given;
  const targets = inboxes.map((value) => ({ kind: 'email' as const, value }));
  return { alias: 'shop', domain: 'own.example', notes: null, targets, ...rest };
}

interface Row {
  readonly alias: string;
  readonly note: string;
  readonly inboxes: readonly string[];
}

/** As SimpleLogin's importer reads: line by line, mailboxes split at white space. */
function readSimpleLogin(text: string): Row[] {
  const rows = text
    .split(/\r\n|[\n\r\v\f\u{1c}\u{1d}\u{1e}\u{85}\u{2028}\u{2029}]/u)
    .filter((line) => line !== '')
    .map((line) => (parse(line) as string[][])[0] ?? []);
  const [header, ...records] = rows;
  expect(header).toEqual(['alias', 'note', 'mailboxes']);
  return records.map(([alias = '', note = '', boxes = '']) => {
    return { alias: alias.trim().toLowerCase(), note, inboxes: boxes.split(/\s+/u).filter(Boolean) };
  });
}

/** As addy.io's importer reads: the first 1,000 rows of three columns; a row with a fault is not taken. */
function readAddy(text: string): Row[] {
  const [header, ...records] = parse(text) as string[][];
  expect(header).toEqual(['alias', 'description', 'recipients']);
  return records.slice(0, 1_000).flatMap(([alias = '', note = '', recipients = '']) => {
    const inboxes = recipients.split(',');
    const isTaken = [...note].length <= 200 && inboxes.length <= 10 && inboxes.every((inbox) => inbox === inbox.trim());
    return isTaken ? [{ alias, note, inboxes }] : [];
  });
}

describe('files for moving out', () => {
  const odd = aliasWith({
    alias: 'odd',
    notes: 'Line one\r\nline "two",\u2028three\u0085end',
    inboxes: ['a@b.example', 'c@d.example'],
  });

  it('are taken by the importer of SimpleLogin', () => {
    const { files, rows } = writeMoveOut('simplelogin', [aliasWith({ notes: 'Shoes' }), odd], own);
    expect([files.length, rows]).toEqual([1, 2]);
    expect(readSimpleLogin(files[0] ?? '')).toEqual([
      { alias: 'shop@own.example', note: 'Shoes', inboxes: ['ann@inbox.example'] },
      { alias: 'odd@own.example', note: 'Line one line "two", three end', inboxes: ['a@b.example', 'c@d.example'] },
    ]);
  });

  it('are taken by the importer of addy.io, a thousand rows and ten inboxes at most', () => {
    const many = Array.from({ length: 2_300 }, (_, index) => aliasWith({ alias: `shop${index}` }));
    const inboxes = Array.from({ length: 12 }, (_, index) => `${index}@inbox.example`);
    const wide = aliasWith({ alias: 'wide', notes: '😀'.repeat(150) + 'x'.repeat(300), inboxes });
    const { files, rows, cut } = writeMoveOut('addy', [wide, ...many, odd], own);
    expect([files.length, rows, cut]).toEqual([3, 2_302, 1]);
    const read = files.flatMap(readAddy);
    expect(read.map(({ alias }) => alias).slice(1, -1)).toEqual(many.map(({ alias }) => `${alias}@own.example`));
    expect(read.at(-1)).toMatchObject({ alias: 'odd@own.example', inboxes: ['a@b.example', 'c@d.example'] });
    expect(read[0]?.inboxes).toEqual(inboxes.slice(0, 10));
  });

  it('leave out what no importer takes, and are none where nothing is left', () => {
    const shared = aliasWith({ domain: 'kauke.example' });
    const hooked = aliasWith({ targets: [{ kind: 'webhook', value: 'https://hooks.example/x' }] });
    expect(writeMoveOut('addy', [shared, hooked], own)).toEqual({ files: [], rows: 0, left: 2, cut: 0 });
  });

  it('hold nothing that a spreadsheet takes for a formula', () => {
    const { files } = writeMoveOut('addy', [aliasWith({ notes: '=HYPERLINK("https://evil.example")' })], own);
    expect(files[0]).toContain('" =HYPERLINK(""https://evil.example"")"');
  });
});
