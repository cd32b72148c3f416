import { isAscii } from 'node:buffer';
import { decodeWords, encodeWords } from '#protocol/message/encoded-words.ts';
import { makeField, fieldText } from '#protocol/message/header-fields.ts';
import { formatParameters, parseParameters } from '#protocol/message/parameters.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';

/** Beyond ASCII no word of a line can be cut: longer runs of URL text are left out. */
const beyondAscii = /[^\x00-\x7f]+/g;
const token = /^[\w!#$&+.^`|~-]+$/;

/** Fields in which an encoded word has no meaning (RFC 2047 §5); what is not ASCII in them says nothing either. */
const structured = new Set([
  'received',
  'date',
  'mime-version',
  'content-transfer-encoding',
  'content-id',
  'list-unsubscribe-post',
  'auto-submitted',
]);

function inQuestionMarks(text: string): string {
  return text.replaceAll(beyondAscii, '?');
}

function inWords(text: string): string {
  return encodeWords(decodeWords(text));
}

/** RFC 2231. */
function inParameters(text: string): string {
  const { value, parameters } = parseParameters(text);
  return formatParameters(
    inQuestionMarks(value),
    [...parameters].filter(([name]) => token.test(name)),
  );
}

/** RFC 2919 §3: a phrase before the identifier in angle brackets. */
function inListId(text: string): string {
  const [, phrase = '', id = ''] = /^([^<]*)(<[^<>]*>)\s*$/.exec(text) ?? [];
  return id === '' ? inQuestionMarks(text) : `${inWords(phrase.trim().replaceAll('"', ''))} ${inQuestionMarks(id)}`;
}

function inAscii(key: string, text: string): string {
  if (key === 'content-type' || key === 'content-disposition') return inParameters(text);
  if (key === 'list-id') return inListId(text);
  if (key.startsWith('list-')) return text.replaceAll(beyondAscii, (run) => encodeURIComponent(run.toWellFormed()));
  return structured.has(key) || key.startsWith('arc-') ? inQuestionMarks(text) : inWords(text);
}

/**
 * A field that any server takes: raw UTF-8 (RFC 6532) or Latin-1 becomes encoded words (RFC 2047) or parameters
 * (RFC 2231). A field in ASCII keeps its octets. So a forwarded header needs no SMTPUTF8, whatever host it goes to.
 */
export function asciiField(field: HeaderField): HeaderField {
  return isAscii(field.raw) ? field : makeField(field.name, inAscii(field.key, fieldText(field)));
}
