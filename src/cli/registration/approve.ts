import { withDomains, type DomainCommandContext } from '#cli/database.ts';
import { publicUrlOf } from '#cli/registration/public-url.ts';
import { StartError } from '#config/start-error.ts';
import type { CoreContext } from '#core/core-context.ts';
import { createDomainDirectory } from '#core/domains/domain-directory.ts';
import { approveAccount, listWaitingAccounts, refuseAccount } from '#core/registration/decide-account.ts';
import type { SystemMailer } from '#core/system-mail.ts';
import { createSystemMailer } from '#mail/queue/send-own-mail.ts';
import { mailLimits } from '#mail/queue/state/mail-limits.ts';
import { createWake } from '#mail/queue/state/wake.ts';

type Print = (line: string) => void;

/** Does `work` with a mailer: what it sends waits in the queue for the running program. */
function withMailer<Result>(
  context: DomainCommandContext,
  work: (core: CoreContext & { readonly mailer: SystemMailer }) => Promise<Result>,
): Promise<Result> {
  return withDomains(context, async (core, config) => {
    const domains = await createDomainDirectory(core, config);
    try {
      const mailer = createSystemMailer({ ...core, domains, limits: mailLimits, wake: createWake() });
      return await work({ ...core, mailer });
    } finally {
      domains.close();
    }
  });
}

function unknown(nameOrEmail: string): StartError {
  return new StartError(`No account waits under "${nameOrEmail}". List those that do: npm run kauke -- approve`);
}

/** What stands for an account in the list. */
const openedBy: Readonly<Record<string, string>> = {
  email: 'by email',
  wallet: 'by wallet',
  google: 'by Google',
  passkey: 'by passkey',
};

async function listWaiting(context: DomainCommandContext, print: Print): Promise<void> {
  const waiting = await withDomains(context, listWaitingAccounts);
  if (waiting.length === 0) print('No account waits.');
  for (const { name, since, authMethod, proven } of waiting) {
    const mailbox = proven ? ', mailbox proven' : '';
    print(`${name}  since ${since.toISOString().slice(0, 16).replace('T', ' ')}  ${openedBy[authMethod]}${mailbox}`);
  }
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
  const publicUrl = publicUrlOf(context.config);
  const done = await withMailer(context, (core) => approveAccount({ ...core, publicUrl }, nameOrEmail));
  if (!done) throw unknown(nameOrEmail);
  print(`${nameOrEmail} is approved. Its owner is told by mail where the mailbox is proven, else by the page.`);
}

/** `refuse NAME`: erases an account that waits. @throws StartError one clear line. */
export async function runRefuse(context: DomainCommandContext, nameOrEmail: string, print: Print): Promise<void> {
  const done = await withMailer(context, (core) => refuseAccount(core, nameOrEmail));
  if (!done) throw unknown(nameOrEmail);
  print(`${nameOrEmail} is refused and erased. Its owner is told by mail where the mailbox is proven.`);
}
