import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { placeOfRelease } from '#cli/release/install-place.ts';

const home = resolve(import.meta.dirname, '../..');
const ofCheckout = 'npm run kauke --';

/** How people call the commands of the program in a folder: by npm in a checkout, in a release by the program `kauke` it has. */
function callOf(folder: string): string {
  const place = placeOfRelease(folder);
  if (place !== null) return join(place.folder, 'current/kauke');
  const program = join(folder, 'kauke');
  return existsSync(program) ? program : ofCheckout;
}

/** A text for people that names commands as a checkout calls them, with the names that they have in this folder. */
export function inOwnWords(text: string, folder: string): string {
  return text.replaceAll(ofCheckout, callOf(folder));
}

export function print(line: string): void {
  void process.stdout.write(`${inOwnWords(line, home)}\n`);
}

export function printFault(line: string): void {
  void process.stderr.write(`${inOwnWords(line, home)}\n`);
}
