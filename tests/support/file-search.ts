import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formsOf } from '#support/database-search.ts';

/** Which of `texts` stand in any file below a folder: raw, hexadecimal, base64 or quoted-printable. */
export async function searchFiles(folder: string, texts: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const content = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0));
    for (const text of texts) if (formsOf(text).some((form) => content.includes(form, 0, 'latin1'))) found.add(text);
  }
  return [...found];
}
