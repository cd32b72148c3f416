import { withDomains, type DomainCommandContext } from '#cli/database.ts';
import { by } from '#cli/operator/with-operator.ts';
import { StartError } from '#config/start-error.ts';
import { writeJournal } from '#core/operator/journal.ts';
import { decideAccount, listWaitingAccounts } from '#core/registration/decide-account.ts';

type Print = (line: string) => void;

const openedBy: Readonly<Record<string, string>> = {
  email: 'by email',
  wallet: 'by wallet',
  google: 'by Google',
  passkey: 'by passkey',
};

async function listWaiting(context: DomainCommandContext, print: Print): Promise<void> {
  const waiting = await withDomains(context, (core) =>
    core.database.db.transaction().execute(async (transaction) => {
      await writeJournal(transaction, core, { by, act: 'waiting_seen' });
      return listWaitingAccounts(transaction);
    }),
  );
  if (waiting.length === 0) print('No account waits.');
  for (const { name, since, authMethod, proven } of waiting) {
    const mailbox = proven ? ', mailbox proven' : '';
    print(
      `${name}  since ${since.toISOString().slice(0, 16).replace('T', ' ')}  ${openedBy[authMethod] ?? ''}${mailbox}`,
    );
  }
}

async function decide(
  context: DomainCommandContext,
  nameOrEmail: string,
  decision: 'approved' | 'refused',
): Promise<void> {
  const account = await withDomains(context, (core) =>
    core.database.db.transaction().execute(async (transaction) => {
      const found = await decideAccount(transaction, core, nameOrEmail, decision);
      if (found !== null) await writeJournal(transaction, core, { by, act: `account_${decision}`, account: found });
      return found;
    }),
  );
  if (account !== null) return;
  throw new StartError(`No account waits under "${nameOrEmail}". List those that do: npm run kauke -- approve`);
}

/**
 * `approve [NAME]`: lets an account that waits do what others do; without a name, lists those that wait. A name is what the
 * account's own page shows, or its email.
 * @throws StartError one clear line.
 */
export async function runApprove(
  context: DomainCommandContext,
  nameOrEmail: string | undefined,
  print: Print,
): Promise<void> {
  if (nameOrEmail === undefined) return listWaiting(context, print);
  await decide(context, nameOrEmail, 'approved');
  print(`${nameOrEmail} is approved. Its owner is told by mail where the mailbox is proven, else by the page.`);
}

/** `refuse NAME`: erases an account that waits. @throws StartError one clear line. */
export async function runRefuse(context: DomainCommandContext, nameOrEmail: string, print: Print): Promise<void> {
  await decide(context, nameOrEmail, 'refused');
  print(
    `${nameOrEmail} is refused. The running program erases it, and tells its owner by mail where the mailbox is proven.`,
  );
}
