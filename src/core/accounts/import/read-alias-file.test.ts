import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { csvColumns } from '#contract/aliases/csv-cells.ts';
import { defuseCell } from '#contract/aliases/csv-cells.ts';
import { readAliasFile } from '#core/accounts/import/read-alias-file.ts';
import { anyText } from '#support/any-text.ts';

const formulas = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '1', '\uFF1D') });

describe('a file of aliases', () => {
  it('gives back whatever notes an export wrote', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyText(), formulas)), (texts) => {
        const cells = texts.map(defuseCell);
        for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/);
        const named = { alias: 'name', domain: 'kauke.test', forward_to: 'x@example.org', active: 'true' };
        const records = cells.map((notes) => {
          const cell: Partial<Record<string, string>> = { ...named, notes };
          return csvColumns.map((column) => cell[column] ?? '');
        });
        const csv = stringify([csvColumns, ...records], { quoted: true, record_delimiter: '\r\n' });
        expect(readAliasFile(csv).map(({ own }) => own.notes ?? '')).toEqual(texts);
      }),
    );
  });

  it('is read or refused with a line, whatever it holds', () => {
    const piece = fc.constantFrom(
      'alias',
      'domain',
      'forward_to',
      'note',
      'enabled',
      'mailboxes',
      ',',
      ';',
      '\t',
      '"',
      '\n',
      '\r\n',
      'x',
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        try {
          readAliasFile(pieces.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          expect(error).toMatchObject({ details: { errors: { csv: [expect.stringMatching(/^Line \d+ /)] } } });
        }
      }),
    );
  });

  it.each([';', '\t'])('is the same with %j between its cells, as a spreadsheet saves it again', (delimiter) => {
    const cells = [
      ['alias', 'domain', 'forward_to', 'notes'],
      ['a', 'b.example', 'x@example.org, y@example.org', 'one; two\tthree, "four"\nfive'],
      ['c', 'b.example', '', ''],
    ];
    const write = (by: string) => stringify(cells, { delimiter: by, bom: true, record_delimiter: '\r\n' });
    const read = readAliasFile(write(','));
    expect(read).toMatchObject([{ forwardTo: 'x@example.org, y@example.org' }, { localPart: 'c' }]);
    expect(readAliasFile(write(delimiter))).toEqual(read);
  });

  it.each([
    ['in another order and case, after a byte order mark', '\ufeffForward_To,ALIAS,domain\nx@example.org,a,b.example'],
    ['with columns of its own beside them', 'alias,domain,forward_to,__proto__,alias\na,b.example,x@example.org,y,z'],
    ['with blank lines', '\nalias,domain,forward_to\n\na,b.example,x@example.org\n\n'],
  ])('may name its columns %s', (_, csv) => {
    expect(readAliasFile(csv)).toEqual([
      {
        row: 2,
        localPart: 'a',
        domain: 'b.example',
        forwardTo: 'x@example.org',
        own: { notes: null, copyReplies: false },
        labels: '',
        life: { expiresAt: '', messagesLeft: '', idleDays: '' },
        active: true,
        senderRules: '',
        ofDomain: { catchAll: '', rules: '' },
        holdDays: '',
        heldDigest: false,
        countMail: false,
        deleted: false,
      },
    ]);
  });

  it.each([
    ['true', true],
    ['True', true],
    ['1', true],
    ['false', false],
    ['FALSE', false],
    ['0', false],
    ['', false],
  ])('of SimpleLogin says %j for %j', (enabled, active) => {
    const csv = `alias,note,enabled,mailboxes\na@b.example,,${enabled},x@example.org`;
    expect(readAliasFile(csv)).toMatchObject([{ localPart: 'a', domain: 'b.example', active }]);
  });
});
