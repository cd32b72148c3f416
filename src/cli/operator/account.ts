import { z } from 'zod';
import type { DomainCommandContext } from '#cli/database.ts';
import { describeReports } from '#cli/operator/look.ts';
import { by, withOperator } from '#cli/operator/with-operator.ts';
import { StartError } from '#config/start-error.ts';
import { operatorLimits } from '#contract/account/operator-limits.ts';
import { reasonSchema, type OperatorAccount, type WaitingAccount } from '#contract/operator.ts';
import { suspensionScopeSchema } from '#contract/sign-in.ts';
import {
  addOperator,
  decideAccount,
  deleteAccount,
  makeRecoveryLink,
  removeOperator,
  resume,
  setQuota,
  signOut,
  suspend,
  unlock,
  type Act,
} from '#core/operator/act-on-account.ts';
import { findAccount, listWaitingAccounts } from '#core/operator/find-account.ts';
import { returnName } from '#core/operator/return-name.ts';
import { listOperators } from '#core/operator/operators.ts';
import type { OperatorContext } from '#core/operator/operator-context.ts';

type Print = (line: string) => void;

function stateOf({
  codesLocked,
  confirmed,
  leavingUntil,
  lockedAt,
  suspension,
  waitingSince,
}: OperatorAccount): string[] {
  return [
    ...(waitingSince === null ? [] : [`waits for approval since ${waitingSince}`]),
    ...(suspension === null ? [] : [`suspended (${suspension.scope}) since ${suspension.since}: ${suspension.reason}`]),
    ...(leavingUntil === null ? [] : [`deleted, erased on ${leavingUntil}`]),
    ...(lockedAt === null ? [] : [`locked by its owner since ${lockedAt}`]),
    ...(codesLocked ? ['locked by too many wrong codes'] : []),
    ...(confirmed ? [] : ['confirmed by nobody']),
  ];
}

function describe(account: OperatorAccount): string {
  const { id, aliasQuota, createdAt, operator, counts, reports } = account;
  const states = stateOf(account);
  const numbers = [
    `${counts.aliases} aliases${aliasQuota === null ? '' : ` of ${aliasQuota}`}`,
    `${counts.binned} in the bin`,
    `${counts.inboxes} inboxes`,
    `${counts.webhooks} webhooks`,
    `${counts.apiKeys} API keys`,
    `${counts.smtpPasswords} SMTP passwords`,
  ];
  return [
    `Account  ${id}${operator ? ', an operator' : ''}`,
    `Since    ${createdAt}`,
    `State    ${states.length === 0 ? 'in order' : states.join('; ')}`,
    `Has      ${numbers.join(', ')}`,
    `Waiting  ${counts.waiting} deliveries, ${counts.held} of them held`,
    `Reports  ${describeReports(reports)}`,
  ].join('\n');
}

/** `account find WHO`: prints age, state and counts of the account behind an email, an id, its name or an address of ours. */
export async function runAccountFind(command: DomainCommandContext, who: string, print: Print): Promise<void> {
  print(describe(await withOperator(command, (context) => findAccount(context, by, who))));
}

/** Finds the account, which is written down, and does something to it. */
async function actOn(
  command: DomainCommandContext,
  who: string,
  work: (context: OperatorContext, act: Act) => Promise<string>,
): Promise<string> {
  return withOperator(command, async (context) => {
    const { id: account } = await findAccount(context, by, who);
    return work(context, { by, account });
  });
}

function readReason(text: string): string {
  const { data } = reasonSchema.safeParse(text);
  if (data === undefined) throw new StartError('REASON takes 1 to 1000 characters; the owner of the account reads it.');
  return data;
}

/** `account suspend WHO SCOPE REASON`. @throws StartError one clear line. */
export async function runAccountSuspend(
  command: DomainCommandContext,
  [who = '', scopeText = '', reasonText = '']: readonly string[],
  print: Print,
): Promise<void> {
  const { data: scope } = suspensionScopeSchema.safeParse(scopeText);
  if (scope === undefined) throw new StartError(`SCOPE: got "${scopeText}"; takes sending or all.`);
  const reason = readReason(reasonText);
  const line = await actOn(command, who, async (context, act) => {
    await suspend(context, act, { scope, reason });
    const what = scope === 'all' ? 'All mail' : 'Sending';
    return `${what} of account ${act.account} is suspended; within a second nothing more leaves. Its owner reads why.`;
  });
  print(line);
}

/** `account resume WHO`. @throws StartError one clear line. */
export async function runAccountResume(command: DomainCommandContext, who: string, print: Print): Promise<void> {
  const line = await actOn(command, who, async (context, act) => {
    await resume(context, act);
    return `Account ${act.account} is as before, and what was held goes out.`;
  });
  print(line);
}

/** `account delete WHO REASON`. @throws StartError one clear line. */
export async function runAccountDelete(
  command: DomainCommandContext,
  [who = '', reasonText = '']: readonly string[],
  print: Print,
): Promise<void> {
  const reason = readReason(reasonText);
  const line = await actOn(command, who, async (context, act) => {
    await deleteAccount(context, act, reason);
    return `Account ${act.account} is suspended and will be erased in seven days. Until then "account resume" lets its owner come back.`;
  });
  print(line);
}

/** `account recovery-link WHO`: prints a link for an owner who cannot sign in. @throws StartError one clear line. */
export async function runRecoveryLink(command: DomainCommandContext, who: string, print: Print): Promise<void> {
  const line = await actOn(command, who, async (context, act) => {
    const { url, worksAt, expiresAt } = await makeRecoveryLink(context, act);
    return [
      url,
      `Works from ${worksAt.toISOString()} until ${expiresAt.toISOString()}, once. Every confirmed inbox of the account is told`,
      'now, and can lock it, which ends the link. Give it to nobody whom you do not know to be the owner.',
    ].join('\n');
  });
  print(line);
}

const openedBy: Record<WaitingAccount['authMethod'], string> = {
  email: 'by email',
  wallet: 'by wallet',
  google: 'by Google',
  passkey: 'by passkey',
};

/** `account waiting`: prints the accounts that wait for approval, by the names on their own pages. @throws StartError one clear line. */
export async function runAccountWaiting(command: DomainCommandContext, print: Print): Promise<void> {
  const waiting = await withOperator(command, (context) => listWaitingAccounts(context, by));
  if (waiting.length === 0) print('No account waits.');
  for (const { name, since, authMethod, proven } of waiting) {
    const minute = since.slice(0, 16).replace('T', ' ');
    print(`${name}  since ${minute}  ${openedBy[authMethod]}${proven ? ', mailbox proven' : ''}`);
  }
}

/** `account approve WHO`: lets an account that waits do what others do. @throws StartError one clear line. */
export async function runAccountApprove(command: DomainCommandContext, who: string, print: Print): Promise<void> {
  const line = await actOn(command, who, async (context, act) => {
    await decideAccount(context, act, 'approved');
    return `Account ${act.account} is approved. Its owner is told by mail where the mailbox is proven, else by the page.`;
  });
  print(line);
}

/** `account refuse WHO`: erases an account that waits. @throws StartError one clear line. */
export async function runAccountRefuse(command: DomainCommandContext, who: string, print: Print): Promise<void> {
  const line = await actOn(command, who, async (context, act) => {
    await decideAccount(context, act, 'refused');
    return `Account ${act.account} is refused. The running program erases it, and tells its owner by mail where the mailbox is proven.`;
  });
  print(line);
}

/** `account return-name WHO ADDRESS FORMER`: lets an account take a name again that it had. @throws StartError one clear line. */
export async function runReturnName(
  command: DomainCommandContext,
  [who = '', address = '', former = '']: readonly string[],
  print: Print,
): Promise<void> {
  const { data: formerId } = z.uuid().safeParse(former.toLowerCase());
  if (formerId === undefined)
    throw new StartError('FORMER takes the whole id of the erased account, as its export told it.');
  const line = await actOn(command, who, async (context, act) => {
    await returnName(context, act, { address, formerId });
    return `Account ${act.account} can make the alias again; nobody else can.`;
  });
  print(line);
}

/** `account unlock WHO`: ends what keeps an owner out. @throws StartError one clear line. */
export async function runAccountUnlock(command: DomainCommandContext, who: string, print: Print): Promise<void> {
  const line = await actOn(command, who, async (context, act) => {
    await unlock(context, act);
    return `Account ${act.account} is not locked any more, and its inboxes are told. What the lock ended stays so.`;
  });
  print(line);
}

/** `account sign-out WHO`: ends the sessions of an account, or of `everybody`. @throws StartError one clear line. */
export async function runAccountSignOut(command: DomainCommandContext, who: string, print: Print): Promise<void> {
  const told = (whose: string, count: number) =>
    `${whose} signed out everywhere: ${count} sessions. Keys and passwords of programs stay.`;
  print(
    who === 'everybody'
      ? await withOperator(command, async (context) => told('All accounts are', await signOut(context, by, null)))
      : await actOn(command, who, async (context, { account }) =>
          told(`Account ${account} is`, await signOut(context, by, account)),
        ),
  );
}

/** `account quota WHO NUMBER`: a number, or `default`. @throws StartError one clear line. */
export async function runAccountQuota(
  command: DomainCommandContext,
  [who = '', text = '']: readonly string[],
  print: Print,
): Promise<void> {
  const aliases = text === 'default' ? null : Number(text);
  if (
    aliases !== null &&
    (text === '' || !Number.isInteger(aliases) || aliases < 0 || aliases > operatorLimits.aliasQuota)
  ) {
    throw new StartError(
      `NUMBER: got "${text}"; takes default, or a number of aliases from 0 to ${operatorLimits.aliasQuota}.`,
    );
  }
  const line = await actOn(command, who, async (context, act) => {
    await setQuota(context, act, aliases);
    return `Account ${act.account} may have ${aliases === null ? 'as many aliases as the settings say' : `${aliases} aliases`}.`;
  });
  print(line);
}

/** `operator add WHO`. @throws StartError one clear line. */
export async function runOperatorAdd(command: DomainCommandContext, who: string, print: Print): Promise<void> {
  const line = await actOn(command, who, async (context, act) => {
    const added = await addOperator(context, act);
    return `Account ${act.account} ${added ? 'may now' : 'may already'} open /operator, with a passkey or a second factor.`;
  });
  print(line);
}

/** `operator remove WHO`. @throws StartError one clear line. */
export async function runOperatorRemove(command: DomainCommandContext, who: string, print: Print): Promise<void> {
  const line = await actOn(command, who, async (context, act) => {
    const removed = await removeOperator(context, act);
    return `Account ${act.account} ${removed ? 'is no operator any more.' : 'is none of the operators.'}`;
  });
  print(line);
}

/** `operator list`: prints the accounts that may open the operator's page. @throws StartError one clear line. */
export async function runOperatorList(command: DomainCommandContext, print: Print): Promise<void> {
  const operators = await withOperator(command, ({ database }) => listOperators(database.db));
  if (operators.length === 0) print('None. Name one: npm run kauke -- operator add EMAIL');
  for (const { id, since } of operators) print(`${id} since ${since.toISOString()}`);
}
