import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../../..');

/** The commands that a section of a guide tells to type, block by block, as they stand there. */
export function readBlocks(guide: string, heading: string): string[] {
  const text = readFileSync(join(repository, 'docs', guide), 'utf8');
  const [, section] = text.split(`\n## ${heading}\n`);
  if (section === undefined) throw new Error(`docs/${guide} has no section ${heading}`);
  const [mine = ''] = section.split('\n## ');
  return [...mine.matchAll(/^```\n(.*?)^```$/gmsu)].map(([, block = '']) => block);
}
