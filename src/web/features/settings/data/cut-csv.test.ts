import { expect, it } from 'vitest';
import { cutCsv, LongRowError } from '#web/features/settings/data/cut-csv.ts';

const limits = { rows: 2, bytes: 1000 };

it('leaves a small file as it is', () => {
  for (const text of ['', 'alias', 'alias,notes\r\na,"x\r\ny"\r\n\r\n*,\r\n', '\nalias,domain\na,b'])
    expect(cutCsv(text, limits).map(({ csv, rows, lines }) => ({ csv, rows, lines }))).toEqual([
      { csv: text, rows: 0, lines: 0 },
    ]);
});

it('cuts between rows, never within one, and says what stands before each part', () => {
  const text = 'alias,notes\r\na,"1\r\n""2"\r\n\r\nb,\r\nc,\r\n';
  expect(cutCsv(text, limits)).toEqual([
    { csv: 'alias,notes\r\na,"1\r\n""2"\r\n\r\nb,\r\n', rows: 0, lines: 0, size: 2 },
    { csv: 'alias,notes\r\nc,\r\n', rows: 2, lines: 4, size: 1 },
  ]);
});

it('knows the ends of lines of every system, and a last line without one', () => {
  for (const ending of ['\r\n', '\n', '\r']) {
    const text = ['alias', 'a', 'b', 'c'].join(ending);
    expect(cutCsv(text, limits).map(({ csv }) => csv)).toEqual([
      ['alias', 'a', 'b', ''].join(ending),
      ['alias', 'c'].join(ending),
    ]);
  }
});

it('sends the rows of the account first, wherever they stand', () => {
  const text = 'alias,domain\na,x\n*,x\nb,x\n"*",\nc,x\n*d,x\n';
  expect(cutCsv(text, limits).map(({ csv, rows }) => [rows, csv.split('\n').slice(1, -1)])).toEqual([
    [1, ['*,x']],
    [3, ['"*",']],
    [0, ['a,x']],
    [2, ['b,x']],
    [4, ['c,x', '*d,x']],
  ]);
});

it.each([';', '\t'])('sends them first with %j between cells, too', (by) => {
  const text = ['alias,domain', 'a,x', 'b,x', '*,x', ''].join('\n').replaceAll(',', by);
  expect(cutCsv(text, limits).map(({ rows }) => rows)).toEqual([2, 0]);
});

it('keeps each part below the limit of bytes, as a request has them', () => {
  const cell = '"'.repeat(40);
  const text = ['alias', ...Array.from({ length: 9 }, () => cell), ''].join('\n');
  const parts = cutCsv(text, { rows: 100, bytes: 300 });
  expect(parts.map(({ size }) => size)).toEqual([3, 3, 3]);
  for (const { csv } of parts) expect(JSON.stringify(csv).length).toBeLessThanOrEqual(300);
});

it('names the line where a row begins that is too long, such as one whose quotation mark nothing ends', () => {
  const text = `alias,notes\na,"1\n2"\nb,"${'x\n'.repeat(600)}`;
  expect(() => cutCsv(text, limits)).toThrow(LongRowError);
  expect(() => cutCsv(text, limits)).toThrow('Line 4');
});
