import { renderMail } from '#core/render-mail.ts';
import type { MailContext } from '#mail/mail-context.ts';
import type { Identity } from '#mail/as-alias/identity-parts.ts';
import type { ReplyRefusal } from '#mail/as-alias/reply-refusal.ts';
import { sendSystemMail } from '#mail/queue/send-own-mail.ts';

const identities: Readonly<Record<Identity, string>> = {
  signature: 'It carries a digital signature, which names you.',
  key: 'A key or certificate is attached, which names you.',
  encrypted: 'It is encrypted for a key of yours, which names you.',
  winmail: 'It carries a winmail.dat file of Outlook, in which your address stands. Send it as HTML or plain text.',
  receipt: 'It is a read receipt, which names you.',
  names_owner: 'An attachment, an attached message or formatted text holds your own address.',
};

/** Why an owner's message as an alias is not sent, in one line. For the owner only. */
export function explainRefusal(reason: ReplyRefusal): string {
  switch (reason.kind) {
    case 'other_recipients':
      return `It also goes to ${reason.addresses.join(', ')}: they would have seen your own address. Write to reverse addresses only; you get one for anybody on the page of the alias.`;
    case 'several_aliases':
      return 'Its recipients belong to several of your aliases: they would have seen that these are one person. Write to those of one alias at a time.';
    case 'paused':
      return 'The alias is paused. Turn it on to send.';
    case 'blocked':
      return 'You have blocked one of its recipients. Unblock them on the page of the alias to write to them.';
    case 'identity':
      return `${identities[reason.identity]} Leave it out, or allow it for this alias.`;
    case 'unreadable':
      return 'Its parts could not be read, or hold more than 4 MiB of text: your own address might stand in them.';
    case 'too_many':
      return `At most ${reason.max} messages may leave within ${reason.window === 'hour' ? 'an hour' : 'a day'}. Try again later.`;
  }
}

export interface Explanation {
  readonly userId: string;
  /** The inbox that wrote: it is proven to be the owner's. */
  readonly inbox: string;
  /** `name@domain`. */
  readonly alias: string;
  readonly reason: ReplyRefusal;
}

/**
 * Tells a proven owner why their message as an alias was not sent; nobody else ever learns it. False when the account
 * was told too often today: then the reply to the sending server must tell. @throws Error when the database cannot
 * commit.
 */
export async function explainToOwner(
  context: MailContext,
  { userId, inbox, alias, reason }: Explanation,
): Promise<boolean> {
  if (!(await context.limiter.tryTake('explanationsPerUser', { userId }))) return false;
  const words = [`Your last message as ${alias} was sent to nobody.`, explainRefusal(reason)];
  await sendSystemMail(context, { ...renderMail('Your message was not sent', words), recipient: inbox, userId });
  return true;
}
