import { openSmtpConversation, type Reply, type ServerAddress, type SmtpConversation } from '#cli/smtp-conversation.ts';
import type { Clock } from '#platform/clock.ts';
import type { Random } from '#platform/random.ts';

/** What came of a test message, in one line. */
export interface TestResult {
  readonly sent: boolean;
  readonly line: string;
}

export interface TestContext {
  readonly server: ServerAddress;
  readonly clock: Clock;
  readonly random: Random;
}

const sender = 'test@sender.example';
function refused(line: string): TestResult {
  return { sent: false, line };
}
function quote({ code, text }: Reply): string {
  return `${code} ${text}`;
}

function explainRecipient(alias: string, reply: Reply): TestResult {
  if (reply.text.startsWith('5.1.1')) return refused(`${alias} is not an alias here (${quote(reply)}).`);
  if (reply.text.startsWith('5.7.1')) return refused(`The domain of ${alias} is not served here (${quote(reply)}).`);
  if (reply.text.startsWith('4.2.0')) return refused(`${alias} has no confirmed inbox yet (${quote(reply)}).`);
  return refused(`${alias} was refused: ${quote(reply)}`);
}

async function converse(smtp: SmtpConversation, alias: string, content: string): Promise<TestResult> {
  const greeting = await smtp.readReply();
  if (greeting.code !== 220) return refused(`The server turned us away: ${quote(greeting)}`);
  for (const line of ['EHLO sender.example', `MAIL FROM:<${sender}>`]) {
    const reply = await smtp.command(line);
    if (reply.code !== 250) return refused(`The server refused ${line.split(' ')[0]}: ${quote(reply)}`);
  }
  const recipient = await smtp.command(`RCPT TO:<${alias}>`);
  if (recipient.code !== 250) return explainRecipient(alias, recipient);
  const data = await smtp.command('DATA');
  if (data.code !== 354) return refused(`The server refused DATA: ${quote(data)}`);
  const end = await smtp.data(content);
  if (end.code !== 250) return refused(`The message to ${alias} was refused: ${quote(end)}`);
  return { sent: true, line: `The message to ${alias} was accepted: ${quote(end)}` };
}

function explainFailure(error: unknown, { host, port }: ServerAddress): TestResult {
  if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') {
    return refused(`Nothing listens on ${host} port ${port}. Start Kauke first, or set MX_PORT to the port it uses.`);
  }
  return refused(`No answer from ${host} port ${port}: ${error instanceof Error ? error.message : String(error)}`);
}

/** Sends a test message by SMTP to an alias of the running program. Never throws: every fault is told in the line. */
export async function sendTest(alias: string, { server, clock, random }: TestContext): Promise<TestResult> {
  if (!/^[\w.+-]+@[\w.-]+$/u.test(alias)) return refused(`"${alias}" is not an alias address like name@kauke.test.`);
  const content = renderTestMessage({ alias, sender, sentAt: new Date(clock.now()), id: random.uuid() });
  try {
    const smtp = await openSmtpConversation(server);
    try {
      return await converse(smtp, alias, content);
    } finally {
      smtp.end();
    }
  } catch (error) {
    return explainFailure(error, server);
  }
}

/** What a test message says of itself. */
interface TestMessageFields {
  readonly alias: string;
  readonly sender: string;
  readonly sentAt: Date;
  /** Unlike any other message's. */
  readonly id: string;
}

function encodedAttachment(text: string): string {
  return (
    Buffer.from(text)
      .toString('base64')
      .match(/.{1,76}/gu) ?? []
  ).join('\r\n');
}

/** RFC 5322 §3.3: in UTC, with a numeric zone. */
function formatDate(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000');
}

/** A small multipart message with text, HTML and an attachment: one of each that a forward must carry unharmed. */
function renderTestMessage({ alias, sender, sentAt, id }: TestMessageFields): string {
  return [
    `From: Kauke test <${sender}>`,
    `To: <${alias}>`,
    'Subject: A test message for your alias',
    `Date: ${formatDate(sentAt)}`,
    `Message-ID: <${id}@${sender.split('@')[1]}>`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="mixed-${id}"`,
    '',
    `--mixed-${id}`,
    `Content-Type: multipart/alternative; boundary="alternative-${id}"`,
    '',
    `--alternative-${id}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Hello,',
    '',
    `this message was sent to ${alias}.`,
    'If you can read it, forwarding works: the sender knows the alias and nothing else.',
    '',
    `--alternative-${id}`,
    'Content-Type: text/html; charset=utf-8',
    '',
    `<p>Hello,</p><p>this message was sent to <b>${alias}</b>.</p>`,
    '<p>If you can read it, forwarding works: the sender knows the alias and nothing else.</p>',
    '',
    `--alternative-${id}--`,
    `--mixed-${id}`,
    'Content-Type: text/plain; charset=utf-8; name="attachment.txt"',
    'Content-Disposition: attachment; filename="attachment.txt"',
    'Content-Transfer-Encoding: base64',
    '',
    encodedAttachment('An attachment arrives as it was sent.\n'),
    `--mixed-${id}--`,
    '',
  ].join('\r\n');
}
