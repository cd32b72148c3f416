import type { ProgramProcess } from '#support/program.ts';
import { connectSmtp, type SmtpTestClient } from '#support/smtp-client.ts';
import type { SmtpSink } from '#support/smtp-sink.ts';

/** Numbered messages to one alias, sent line by line while something fails, and found again at its inbox. */

export const inbox = 'ann@home.example';
export const alias = 'my-alias@kauke.test';
export const tryLater = '451 4.3.0 Temporary failure, try again later';
export const accepted = '250 2.0.0 Message accepted';

export function byText(one: string, other: string): number {
  return one.localeCompare(other);
}

export function textOf(id: string, more = ''): string {
  return `From: Bob <bob@sender.example>\r\nSubject: message ${id}\r\nMessage-ID: <${id}@sender.example>\r\n\r\nHello.\r\n${more}.\r\n`;
}

export function arrivedAt(sink: SmtpSink): string[] {
  return sink.messages
    .filter(({ rcptTo }) => rcptTo.includes(inbox))
    .map(({ raw }) => /^Subject: message (\S+)\r$/m.exec(raw.toString('latin1'))?.[1] ?? '');
}

export async function greet({ mxPort }: Pick<ProgramProcess, 'mxPort'>): Promise<SmtpTestClient> {
  const client = await connectSmtp({ port: mxPort, timeoutMs: 60_000 });
  await client.reply();
  await client.command('EHLO client.example');
  return client;
}

export async function openData(client: SmtpTestClient): Promise<string> {
  await client.command('MAIL FROM:<bob@sender.example>');
  const rcpt = await client.command(`RCPT TO:<${alias}>`);
  return rcpt.startsWith('250') ? client.command('DATA') : rcpt;
}

/** One message; the reply that decided about it. */
export async function send(client: SmtpTestClient, id: string, more = ''): Promise<string> {
  const start = await openData(client);
  if (!start.startsWith('354')) {
    await client.command('RSET');
    return start;
  }
  await client.send(textOf(id, more));
  return client.reply();
}
