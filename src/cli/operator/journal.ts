import type { DomainCommandContext } from '#cli/database.ts';
import { withOperator } from '#cli/operator/with-operator.ts';
import { StartError } from '#config/start-error.ts';
import { checkJournal, readJournal, type ListedEntry } from '#core/operator/journal.ts';

const shownUnlessTold = 50;
const mostShown = 10_000;

function lineOf({ number, at, by, act, account, scope, reason }: ListedEntry): string {
  const facts = [act.replaceAll('_', ' '), account, scope, reason === undefined ? undefined : `"${reason}"`];
  const what = facts.filter((fact) => fact !== undefined).join(' ');
  return `${number.padStart(6)}  ${at.toISOString()}  ${by}  ${what}`;
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
  const { entries, checked } = await withOperator(command, async (context) => ({
    entries: await readJournal(context.database.db, context, count),
    checked: await checkJournal(context.database.db, context),
  }));
  for (const entry of entries.toReversed()) print(lineOf(entry));
  if (checked.brokenAt !== null) throw new StartError(`The list was tampered with at entry ${checked.brokenAt}.`);
  print(`${checked.entries} entries, an unbroken chain`);
}
