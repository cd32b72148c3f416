import type { DomainCommandContext } from '#cli/database.ts';
import { withOperator } from '#cli/operator/with-operator.ts';
import { StartError } from '#config/start-error.ts';
import { readJournal, type ListedEntry } from '#core/operator-journal.ts';

const shownUnlessTold = 50;
const mostShown = 10_000;

function lineOf({ number, mark, at, by, act, reason, ...entry }: ListedEntry): string {
  const { account, scope, aliases, destination, sender } = entry;
  const facts = [account, scope, aliases === null ? 'default' : aliases, destination, sender];
  const why = reason === undefined ? [] : [`"${reason}"`];
  const what = [act.replaceAll('_', ' '), ...facts.filter((fact) => fact !== undefined), ...why].join(' ');
  return `${number.padStart(6)}  ${mark}  ${at.toISOString()}  ${by}  ${what}`;
}

/** `operator log [COUNT]`: prints what operators looked at and did last, the newest last. @throws StartError one clear line. */
export async function runOperatorLog(
  command: DomainCommandContext,
  text: string | undefined,
  print: (line: string) => void,
): Promise<void> {
  const count = text === undefined ? shownUnlessTold : Number(text);
  if (!Number.isInteger(count) || count < 1 || count > mostShown) {
    throw new StartError(`COUNT: got "${text}"; takes a number from 1 to ${mostShown}.`);
  }
  const { entries, total, brokenAt } = await withOperator(command, (context) => readJournal(context, count));
  for (const entry of entries.toReversed()) print(lineOf(entry));
  if (brokenAt !== null) throw new StartError(`The list was tampered with at entry ${brokenAt}.`);
  print(`${total} entries, an unbroken chain`);
}
