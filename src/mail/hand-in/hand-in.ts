import {
  openSmtpConversation,
  type Reply,
  type ServerAddress,
  type SmtpConversation,
} from '#mail/hand-in/smtp-conversation.ts';
import { domainOf } from '#platform/addresses.ts';

/** A message to be handed to a mail server as any stranger would, and its envelope. All of it is ASCII. */
export interface HandedIn {
  readonly mailFrom: string;
  readonly rcptTo: string;
  /** With CRLF line ends, the last line's too. */
  readonly content: string;
}

/** How far it came, and what the server said to that. */
export interface HandInResult {
  readonly stage: 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'end';
  /** The server has the message now. */
  readonly accepted: boolean;
  readonly reply: Reply;
}

type HandInFault = 'unknown' | 'elsewhere' | 'unconfirmed' | 'other';

/** Why a message to an alias was refused, as far as the reply of our own server tells. */
export function faultOf({ stage, reply: { text } }: Pick<HandInResult, 'stage' | 'reply'>): HandInFault {
  if (stage !== 'RCPT') return 'other';
  if (text.startsWith('5.1.1')) return 'unknown';
  if (text.startsWith('5.7.1')) return 'elsewhere';
  return text.startsWith('4.2.0') ? 'unconfirmed' : 'other';
}

async function converse(
  smtp: SmtpConversation,
  { mailFrom, rcptTo, content }: HandedIn,
  ehlo: string,
): Promise<HandInResult> {
  const steps = [
    { stage: 'greeting', code: 220, ask: () => smtp.readReply() },
    { stage: 'EHLO', code: 250, ask: () => smtp.command(`EHLO ${ehlo}`) },
    { stage: 'MAIL', code: 250, ask: () => smtp.command(`MAIL FROM:<${mailFrom}>`) },
    { stage: 'RCPT', code: 250, ask: () => smtp.command(`RCPT TO:<${rcptTo}>`) },
    { stage: 'DATA', code: 354, ask: () => smtp.command('DATA') },
  ] as const;
  for (const { stage, code, ask } of steps) {
    const reply = await ask();
    if (reply.code !== code) return { stage, accepted: false, reply };
  }
  const reply = await smtp.data(content);
  return { stage: 'end', accepted: reply.code === 250, reply };
}

/**
 * Hands a message to a mail server by SMTP.
 * @throws Error with the system's code when nothing listens or the server is silent for a minute.
 */
export async function handIn(server: ServerAddress, message: HandedIn): Promise<HandInResult> {
  const smtp = await openSmtpConversation(server);
  try {
    return await converse(smtp, message, domainOf(message.mailFrom));
  } finally {
    smtp.end();
  }
}
