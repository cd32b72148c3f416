import { bankNames, financeNames, commerceNames } from '#contract/reserved-names/money-names.ts';
import { accountNames, hostingNames, technologyNames } from '#contract/reserved-names/technical-names.ts';
import { healthNames, governmentNames, professionNames, roleNames } from '#contract/reserved-names/office-names.ts';

const lists = [
  roleNames,
  financeNames,
  governmentNames,
  bankNames,
  technologyNames,
  commerceNames,
  healthNames,
  accountNames,
  hostingNames,
  professionNames,
];

/** Digits that stand for a letter. `1` stands for two, so it is compared at its place. */
const leetLetters: Readonly<Record<string, string>> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' };

/** What is left of a name without case, separators and digits for letters. */
function foldName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[._-]/g, '')
    .replaceAll(/[034578]/g, (digit) => leetLetters[digit] ?? digit);
}

/** Alike for all names that `1` can make equal. */
function shapeOf(folded: string): string {
  return folded.replaceAll(/[1l]/g, 'i');
}

const namesByShape = new Map<string, string[]>();
for (const name of lists.flatMap((list) => list.trim().split(/\s+/))) {
  const folded = foldName(name);
  const shape = shapeOf(folded);
  namesByShape.set(shape, [...(namesByShape.get(shape) ?? []), folded]);
}

function looksLike(folded: string, name: string): boolean {
  return [...folded].every(
    (letter, index) => letter === name[index] || (letter === '1' && /[il]/.test(name[index] ?? '')),
  );
}

/** Whether an alias is, as a whole, one of the names that deceive or belong to the operator (RFC 2142). */
export function isReservedName(alias: string): boolean {
  const folded = foldName(alias);
  return (namesByShape.get(shapeOf(folded)) ?? []).some((name) => looksLike(folded, name));
}
