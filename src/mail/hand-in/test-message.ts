import type { TestWords } from '#core/test-post.ts';
import { testMessage } from '#messages/server/test-message.ts';
import { encodeWords, printableAscii } from '#protocol/message/encoded-words.ts';
import { formatDate } from '#protocol/message/header-fields.ts';
import { encodeTransfer, lineLimits } from '#protocol/message/transfer-encoding.ts';

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
  /** English unless told. */
  readonly words?: TestWords;
}

function encodedAttachment(text: string): string {
  return (
    Buffer.from(text)
      .toString('base64')
      .match(/.{1,76}/gu) ?? []
  ).join('\r\n');
}

/** A part with its text, in ASCII whatever the language. */
function textPart(type: string, lines: readonly string[]): string[] {
  const text = lines.map((line) => `${line}\r\n`).join('');
  const { encoding, content } = encodeTransfer(Buffer.from(text), lineLimits.wished);
  return [
    `Content-Type: ${type}; charset=utf-8`,
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    content.toString('latin1'),
  ];
}

/** A small multipart message with text, HTML and an attachment: one of each that a forward must carry unharmed. */
export function renderTestMessage({ alias, sender, sentAt, id, words = testMessage }: TestMessageFields): string {
  const { subject, hello, sentTo, works, attachment } = words;
  return [
    `From: Kauke test <${sender}>`,
    `To: <${alias}>`,
    `Subject: ${printableAscii.test(subject) ? subject : encodeWords(subject)}`,
    `Date: ${formatDate(sentAt)}`,
    `Message-ID: <${id}@${sender.split('@')[1]}>`,
    // RFC 3834 §5: nobody's holiday note answers it.
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="mixed-${id}"`,
    '',
    `--mixed-${id}`,
    `Content-Type: multipart/alternative; boundary="alternative-${id}"`,
    '',
    `--alternative-${id}`,
    ...textPart('text/plain', [hello, '', sentTo(alias), works]),
    `--alternative-${id}`,
    ...textPart('text/html', [`<p>${hello}</p><p>${sentTo(`<b>${alias}</b>`)}</p>`, `<p>${works}</p>`]),
    `--alternative-${id}--`,
    `--mixed-${id}`,
    'Content-Type: text/plain; charset=utf-8; name="attachment.txt"',
    'Content-Disposition: attachment; filename="attachment.txt"',
    'Content-Transfer-Encoding: base64',
    '',
    encodedAttachment(`${attachment}\n`),
    `--mixed-${id}--`,
    '',
  ].join('\r\n');
}
