import { explainStatus, type MailWords } from '#messages/server/mails.ts';

/** Mails about messages that were held, refused or not passed on. */
export const heldMails = {
  /** At most once in seven days. */
  absenceNote: (alias: string): MailWords => ({
    subject: 'An absence note of yours was not sent',
    paragraphs: [
      `Your inbox answered a message to ${alias} by itself, as it does while you are away. That was sent to nobody: it would tell strangers that the address is read.`,
      'If you wrote it yourself, or want such answers to be sent, switch on “Let automatic replies out” on the page of the alias.',
      'This is told at most once in seven days, for all of your aliases.',
    ],
  }),
  /** `messages`: the newest; `count`: all of them. */
  /** A read receipt, or another report of what became of a message; as often. */
  ownReport: (alias: string): MailWords => ({
    subject: 'A read receipt of yours was not sent',
    paragraphs: [
      `Your mail program or your inbox reported what became of a message to ${alias}, such as that you read it. That was sent to nobody: it would tell strangers that the address is read.`,
      'If you want such reports to be sent, switch on “Let automatic replies out” on the page of the alias.',
      'This is told at most once in seven days, for all of your aliases.',
    ],
  }),
  digest: (
    link: string,
    messages: readonly { readonly alias: string; readonly from: string; readonly subject: string }[],
    count: number,
  ): MailWords => ({
    subject: count === 1 ? 'One message is held for you' : `${count} messages are held for you`,
    paragraphs: [
      'They would have been refused. The sender may not be who they claim.',
      ...messages.map(({ alias, from, subject }) => `${alias}: ${from} · ${subject || '(no subject)'}`),
      ...(count > messages.length ? [`And ${count - messages.length} more.`] : []),
      'Read, release or delete them here:',
      { link },
    ],
  }),
  refusedBeside: (link: string, alias: string): MailWords => ({
    subject: `A message to ${alias} was refused`,
    paragraphs: [
      `A message to ${alias} was refused: nobody vouched for its sender, it looked like spam, or a rule of yours refused it.`,
      'It was also written to somebody else who took it, so its sender was not told.',
      'You can have such messages held for you instead:',
      { link },
    ],
  }),
  /** To an owner, whose inbox refused what another one took. At most once in 30 days for each inbox. */
  refusedByInbox: (link: string, inbox: string, status: string): MailWords => ({
    subject: 'An inbox refused a message that another one took',
    paragraphs: [
      `${inbox} refused a message to one of your aliases. ${explainStatus(status)} (${status})`,
      'Another inbox of that alias took it, so its sender was not told.',
      'How many such messages it refuses, and why the last one, stands in your settings. You are told of it at most once in 30 days.',
      { link },
    ],
  }),
};
