import { formatDate } from '#protocol/message/header-fields.ts';

/** Who writes test messages. */
export const testSender = 'test@sender.example';

/** What can stand in the envelope of one as it is. */
export const testableAddress = /^[\w.+-]+@[\w.-]+$/u;

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

/** A small multipart message with text, HTML and an attachment: one of each that a forward must carry unharmed. */
export function renderTestMessage({ alias, sender, sentAt, id }: TestMessageFields): string {
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
