import { reverseForm } from '#contract/reserved-names/reverse-names.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { isAutomatic } from '#protocol/message/is-automatic.ts';
import type { RawMessage } from '#protocol/message/parse-message.ts';
import { parseParts, walkParts } from '#protocol/message/parse-parts.ts';
import { decodeText } from '#protocol/message/transfer-encoding.ts';

/**
 * What wrote a message that is marked as automatic. `absence`: a program that answers by itself, as one does while its owner is away.
 * `report`: one that tells what became of a message, such as that it was read (RFC 6522, RFC 8098).
 * `marked`: perhaps a person, whose help desk marks whatever leaves it.
 */
export type AutomaticKind = 'absence' | 'report' | 'marked';

/** Characters of a text in which a quote is looked for: it stands below a few words or above them. */
const maxSearched = 64 * 1024;

/** Fields of a quoted header, in the languages that most programs speak. */
export const fieldLabel =
  '(?:From|To|Cc|Von|An|De|À|Para|Da|Van|Aan|Från|Till|Fra|Til|Od|Do|Nuo|Kam|От|Кому|差出人|宛先|发件人|收件人)';

const quotedLine = /^[ \t]{0,40}>/mu;
/** `From: … To: …`, as Outlook writes above what it quotes. */
const quotedHeader = new RegExp(
  `^[ \\t*]{0,9}${fieldLabel}\\s?[:：][^\\r\\n]{0,400}\\r?\\n(?:[^\\r\\n]{0,400}\\r?\\n){0,3}?[ \\t*]{0,9}${fieldLabel}\\s?[:：]`,
  'mu',
);

/** Whoever wrote, as the owner's program names them above what it quotes. */
const reverse = new RegExp(`\\b${reverseForm}@`, 'iu');

/** HTML as the lines that it shows, as far as a quoted header is told by them. */
function linesOf(html: string): string {
  return html.replaceAll(/<(?:br|p|div|tr)\b[^<>]*>/gi, '\n').replaceAll(/<[^<>]*>/g, '');
}

function isQuoting(text: string, isHtml: boolean): boolean {
  if (isHtml && /<blockquote\b/iu.test(text)) return true;
  if (!isHtml && quotedLine.test(text)) return true;
  return quotedHeader.test(isHtml ? linesOf(text) : text) || reverse.test(text);
}

/** Whether a text of a message holds what it answers, as people's programs put there and an absence note does not. */
function hasQuote(message: RawMessage): boolean {
  for (const part of walkParts(parseParts(message).root)) {
    if (part.type !== 'text/plain' && part.type !== 'text/html') continue;
    const text = decodeText({ ...part, content: part.content.subarray(0, maxSearched) });
    if (isQuoting(text, part.type === 'text/html')) return true;
  }
  return false;
}

/** What Exchange puts into its notes, and help desks into what people write (MS-OXCMAIL). */
function suppressesAnswers({ fields }: RawMessage): boolean {
  return fields.some((field) => field.key === 'x-auto-response-suppress' && !/^none$/iu.test(fieldText(field).trim()));
}

function says({ fields }: RawMessage, key: string, value: RegExp): boolean {
  return fields.some((field) => field.key === key && value.test(fieldText(field).trim()));
}

/** Those that only a program writes which answers by itself (RFC 3834 §5), or a server that reports (RFC 5321 §4.5.5). */
function isAnswer(message: RawMessage, reversePath: string): boolean {
  return reversePath === '' || says(message, 'auto-submitted', /^auto-replied/iu) || says(message, 'x-vacation', /^/u);
}

/** Which kind of automatic message this is; null where nothing says that it is one. `reversePath` as received. Never throws. */
export function automaticKind(message: RawMessage, reversePath: string): AutomaticKind | null {
  if (says(message, 'content-type', /^multipart\/report/iu)) return 'report';
  if (isAnswer(message, reversePath)) return 'absence';
  const isMarked = isAutomatic(message, reversePath);
  if (!suppressesAnswers(message) || hasQuote(message)) return isMarked ? 'marked' : null;
  // Exchange marks its notes by two fields. By this one alone, help desks and programs that send mail in bulk do, for people too.
  return isMarked ? 'absence' : 'marked';
}
