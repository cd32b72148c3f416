import { parseArgs } from 'node:util';
import type { DomainCommandContext } from '#cli/database.ts';
import { by, withOperator } from '#cli/operator/with-operator.ts';
import type { Config } from '#config/config.ts';
import { StartError } from '#config/start-error.ts';
import {
  endInvitations,
  invitationLimits,
  listInvitations,
  makeInvitation,
  type NewInvitation,
} from '#core/registration/invitations.ts';

type Print = (line: string) => void;

function readNumber(option: string, text: string, max: number): number {
  const value = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) throw new StartError(`--${option} "${text}": takes a number from 1 to ${max}.`);
  return value;
}

const options = { days: { type: 'string' }, uses: { type: 'string' }, operator: { type: 'boolean' } } as const;

function readOptions(words: readonly string[]): NewInvitation {
  const read = () => {
    try {
      return parseArgs({ args: [...words], options }).values;
    } catch {
      throw new StartError(`"${words.join(' ')}": takes --days N and --uses N, or --operator.`);
    }
  };
  const { days = String(invitationLimits.days), uses = '1', operator = false } = read();
  if (operator && uses !== '1') throw new StartError('--operator: such a link opens one account, without --uses.');
  return {
    makesOperator: operator,
    days: readNumber('days', days, invitationLimits.daysMax),
    uses: readNumber('uses', uses, invitationLimits.usesMax),
  };
}

/** What links begin with. */
function publicUrlOf({ publicUrl, httpPort }: Config): string {
  if (publicUrl !== null) return publicUrl;
  if (httpPort === 0) throw new StartError('HTTP_PORT is 0, any free port: set PUBLIC_URL, with which links begin.');
  return `http://localhost:${httpPort}`;
}

function accounts(count: number): string {
  return count === 1 ? 'one account' : `${count} accounts`;
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/**
 * `invite [--days N] [--uses N]`: prints a link that opens an account, which is nowhere else to be had.
 * @throws StartError one clear line.
 */
export async function runInvite(context: DomainCommandContext, words: readonly string[], print: Print): Promise<void> {
  const { registration } = context.config;
  const wanted = readOptions(words);
  if (registration === 'closed' && wanted.makesOperator !== true)
    throw new StartError('REGISTRATION is closed: no link opens an account. Set it to invite first.');
  const publicUrl = publicUrlOf(context.config);
  const { token, expiresAt } = await withOperator(context, (core) => makeInvitation(core, by, wanted));
  const opened = wanted.makesOperator === true ? "the operator's account" : accounts(wanted.uses);
  print(`This link opens ${opened} until ${dayOf(expiresAt)}. Whoever has it can use it:\n`);
  print(`${publicUrl}/auth#${token}`);
  if (registration === 'open' && wanted.makesOperator !== true) print('\nREGISTRATION is open: nobody needs it.');
}

/** `invite list`: prints what the links that are good still open; the links themselves nobody can print. @throws StartError */
export async function runInviteList(context: DomainCommandContext, print: Print): Promise<void> {
  const held = await withOperator(context, listInvitations);
  if (held.length === 0) print('No link is good at present.');
  for (const { createdAt, usesLeft, expiresAt } of held)
    print(`made ${dayOf(createdAt)}: opens ${accounts(usesLeft)} until ${dayOf(expiresAt)}`);
}

/** `invite end`: no link that was made before opens anything any more. @throws StartError */
export async function runInviteEnd(context: DomainCommandContext, print: Print): Promise<void> {
  const count = await withOperator(context, (core) => endInvitations(core, by));
  print(count === 1 ? 'One link is ended.' : `${count} links are ended.`);
}
