import { decodeCharset } from '#protocol/message/decode-charset.ts';

/**
 * One encoded word, read leniently: spaces inside are taken. No part can match a `?`, so a failed attempt never covers
 * the start of another one and the whole text is read in linear time.
 */
const encodedWord = '=\\?([^?\\s]{1,75})\\?([bBqQ])\\?([^?]*)\\?=';
const eachWord = new RegExp(encodedWord, 'g');
const wordAt = new RegExp(encodedWord, 'y');

function decodeQ(payload: string): Buffer {
  const octets = Buffer.from(payload).toString('latin1').replaceAll('_', ' ');
  const decoded = octets.replaceAll(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(decoded, 'latin1');
}

/** Words of one charset that follow each other. */
interface Run {
  readonly charset: string;
  readonly parts: Buffer[];
}

function readWord([, label = '', encoding = '', payload = '']: readonly string[]): Run {
  const octets = encoding.toLowerCase() === 'q' ? decodeQ(payload) : Buffer.from(payload, 'base64');
  return { charset: label.replace(/\*.*/s, '').toLowerCase(), parts: [octets] };
}

function decodeRun(run: Run | null): string {
  return run === null ? '' : decodeCharset(Buffer.concat(run.parts), run.charset);
}

/**
 * Decodes the encoded words of a text (RFC 2047, RFC 2231 §5 language tags), any charset TextDecoder knows, others as
 * Windows-1252. Blanks between two words vanish (§6.2); words that share a charset are joined before decoding, because
 * some senders split characters. Linear, never throws.
 */
export function decodeWords(text: string): string {
  if (!text.includes('=?')) return text;
  let decoded = '';
  let run: Run | null = null;
  let last = 0;
  for (const match of text.matchAll(eachWord)) {
    const between = text.slice(last, match.index);
    const word = readWord(match);
    const follows: boolean = run !== null && between.trim() === '';
    if (run !== null && follows && run.charset === word.charset) run.parts.push(...word.parts);
    else {
      decoded += decodeRun(run) + (follows ? '' : between);
      run = word;
    }
    last = match.index + match[0].length;
  }
  return decoded + decodeRun(run) + text.slice(last);
}

/** The index after the encoded word that starts at `at`, or -1 when none does. */
export function endOfEncodedWord(text: string, at: number): number {
  wordAt.lastIndex = at;
  return wordAt.test(text) ? wordAt.lastIndex : -1;
}
