import { encodeWords, printableAscii } from '#protocol/message/encode-word.ts';

/** A display name as header text: a quoted string (RFC 5322 §3.2.4), or encoded words where it is not plain ASCII. */
function formatPhrase(text: string): string {
  return printableAscii.test(text) ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : encodeWords(text);
}

/** `"Name" <address>`, or the bare address where the name is null or empty. The address is taken as it is. */
export function formatMailbox(name: string | null, address: string): string {
  return name === null || name === '' ? address : `${formatPhrase(name)} <${address}>`;
}

/** A group without members (RFC 5322 §3.4): shows a name and holds no address to write to. */
export function formatEmptyGroup(name: string): string {
  return `${formatPhrase(name)}:;`;
}
