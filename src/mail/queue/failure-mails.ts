import { renderMail, type RenderedMail } from '#core/render-mail.ts';

/** What a status means, in words that name nobody (RFC 3463 §3). */
export function explainStatus(status: string): string {
  const [kind = '', subject = '', detail = ''] = status.split('.');
  if (kind === '4') return 'The mail server could not be reached, or did not accept the message, for days.';
  if (subject === '1') return 'The address does not exist.';
  if (subject === '2') return detail === '2' ? 'The mailbox is full.' : 'The mailbox does not accept mail.';
  if (subject === '3' && detail === '4') return 'The message is too large.';
  if (subject === '7') return 'The mail server refused the message by its rules.';
  return 'The mail server refused the message.';
}

export function failedTargetMail(publicUrl: string, target: string, status: string): RenderedMail {
  return renderMail('An inbox behind your aliases refuses mail', [
    `${target} has refused mail from your aliases several times. ${explainStatus(status)} (${status})`,
    'Mail to it is still tried. Change the aliases that forward to it, or mend the inbox:',
    { link: `${publicUrl}/settings` },
  ]);
}

export function failedForwardMail(publicUrl: string, alias: string, status: string): RenderedMail {
  return renderMail('A message to one of your aliases was lost', [
    `A message to ${alias} could not be delivered to any of its targets. ${explainStatus(status)} (${status})`,
    'Its sender could not be told, because it was not clear who that is. The message is erased.',
    { link: `${publicUrl}/dashboard` },
  ]);
}

export function failedSentMail(alias: string, recipients: readonly string[], status: string): RenderedMail {
  return renderMail('Your message was not delivered', [
    `What you sent as ${alias} did not reach ${recipients.length > 0 ? recipients.join(', ') : 'its recipient'}.`,
    `${explainStatus(status)} (${status})`,
  ]);
}

export function delayedMail(publicUrl: string, waiting: readonly { alias: string; count: number }[]): RenderedMail {
  return renderMail('Mail to your aliases is waiting', [
    'This mail could not be delivered for more than four hours. It is kept, encrypted, and tried again until it is four days old.',
    waiting.map(({ alias, count }) => `${alias}: ${count} ${count === 1 ? 'message' : 'messages'}`).join('\n'),
    'See where it should go and change it if need be:',
    { link: `${publicUrl}/dashboard` },
  ]);
}

export function operatorAlertMail(status: string): RenderedMail {
  return renderMail('Other servers refuse our mail', [
    `A mail server refused a message because of this installation, not because of the recipient. (${status})`,
    'Look at reverse DNS, SPF, DKIM and block lists: npm run kauke -- doctor',
    'You are told at most once a day; the log counts each refusal as delivery.refused.',
  ]);
}
