import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = resolve(import.meta.dirname, '../../docs/decisions');
const names = (await readdir(folder)).filter((name) => name !== '0000-template.md').toSorted();
const numbers = names.map((name) => Number(name.slice(0, 4)));

describe.each(names)('the decision record %s', (name) => {
  it('says how it stands, and which later record changed it', async () => {
    const text = await readFile(resolve(folder, name), 'utf8');
    const status = /^Status: (.+)$/mu.exec(text)?.[1];
    expect(status).toMatch(/^(?:Accepted(?:, amended by \d+(?: and \d+)*)?|Superseded by \d+)$/u);
    const later = [...(status ?? '').matchAll(/\d+/gu)].map(Number);
    expect(later.filter((number) => number <= Number(name.slice(0, 4)) || !numbers.includes(number))).toEqual([]);
  });

  it('names no document that is not in the repository', async () => {
    expect(await readFile(resolve(folder, name), 'utf8')).not.toMatch(/\bDESIGN\b|\bthe spec\b/u);
  });
});
