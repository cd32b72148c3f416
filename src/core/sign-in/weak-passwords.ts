import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { AppError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { weakPasswords } from '#messages/server/errors.ts';
import { splitAddress } from '#platform/addresses.ts';

/** Whose password it is to be. */
interface PasswordOwner {
  /** The account's own address. */
  readonly email: string;
  /** Origin of this service. */
  readonly publicUrl: string;
}

let list: Promise<string> | null = null;

/**
 * The 50,000 passwords that are guessed first, as the text of a JSON array: to search it takes a fifth of a
 * millisecond, and to hold it a tenth of the memory of a set.
 */
function readList(): Promise<string> {
  list ??= readFile(fileURLToPath(import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json')), 'latin1');
  return list;
}

/** Rows of keyboards (QWERTY, QWERTZ, AZERTY), the alphabet and the digits: neighbours in them are one motion. */
const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'qwertzuiop', 'azertyuiop', 'asdfghjkl'];
const motions = [...rows, 'zxcvbnm', 'yxcvbnm', 'wxcvbn', '1qaz2wsx3edc4rfv5tgb6yhn7ujm'];
const steps = new Set(
  [...motions, ...motions.map((row) => [...row].toReversed().join(''))].flatMap((row) =>
    [...row].slice(1).map((character, index) => `${row[index] ?? ''}${character}`),
  ),
);

/** Characters that are neither the one before again nor its neighbour. */
function countChoices(characters: readonly string[]): number {
  return characters.filter((character, index) => {
    const before = characters[index - 1];
    return character !== before && !steps.has(`${before ?? ''}${character}`);
  }).length;
}

const fewest = 4;

/** Whether a text is a short one again and again, a few characters, or a walk over the keyboard. */
function isRegular(text: string): boolean {
  const period = `${text}${text}`.indexOf(text, 1);
  return (
    period < Math.min(limits.passwordMin, text.length) ||
    countChoices([...text]) < fewest ||
    new Set(text).size < fewest
  );
}

/** Takes away what anybody who knows the account tries first: its address and our names, whole and in their longer parts. */
function withoutOwnWords(password: string, { email, publicUrl }: PasswordOwner): string {
  const whole = [email, splitAddress(email).local, new URL(publicUrl).hostname].map(fold);
  const parts = whole.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length >= fewest);
  return [...whole, ...parts, 'kauke']
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), password);
}

/** As guessed: without case, and without blanks and characters that show nothing. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{C}\p{Default_Ignorable_Code_Point}]/gu, '');
}

/** Figures and signs around a word, which rules of guessing put there. */
const decoration = /^[^\p{L}]+|[^\p{L}]+$/gu;

async function findWeakness(password: string, owner: PasswordOwner): Promise<string | null> {
  const text = fold(password);
  const isShort = (rest: string): boolean => rest.length < limits.passwordMin;
  if (isShort(text) || isRegular(text)) return weakPasswords.regular;
  if (isShort(withoutOwnWords(text, owner))) return weakPasswords.own;
  const common = await readList();
  const core = text.replaceAll(decoration, '');
  const isCommon = (word: string): boolean => common.includes(JSON.stringify(word));
  const isDecorated = text.length - core.length < limits.passwordMin && isCommon(core);
  return isCommon(text) || isDecorated ? weakPasswords.common : null;
}

/**
 * Refuses a password that is to be set and is guessed too easily (OWASP ASVS 5.0, 6.2.4 and 6.2.11; NIST SP 800-63B-4
 * §3.1.1.2). Looks at no kinds of characters: four words are welcome. A common password and the owner's own words count
 * for nothing, so that what else there is must be long enough by itself.
 * @throws AppError invalid_input, with the text for `field`.
 */
export async function refuseWeakPassword(password: string, owner: PasswordOwner, field = 'password'): Promise<void> {
  const fault = await findWeakness(password, owner);
  if (fault !== null) throw new AppError('invalid_input', { errors: { [field]: [fault] } });
}
