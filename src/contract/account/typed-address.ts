import { accountFaults, findCorrespondentFault, findEmailFault } from '#contract/account-faults.ts';
import { findForwardToFault } from '#contract/alias-faults.ts';
import { parseEmailAddress } from '#contract/email-address.ts';
import { splitForwardTo } from '#contract/forward-to.ts';
import { limits } from '#contract/limits.ts';

// Forms alone ask for this: what programs send may say more, and what was stored before goes on working.

const beyondAscii = /[^\0-\u{7f}]/u;
/** Blanks, and what nobody sees: address books put marks of direction around what is copied from them. */
const nothingSeen = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu;
/** A name before an address, which may hold commas. */
const quotedName = /"[^"]*"(?=\s*<)/g;
const inBrackets = /^[^<>]*<([^<>]*)>$/;
const mailto = /^mailto:([^?]*).*$/i;

/** The address alone of `Name <address>` or of a link to it, as both are pasted. */
export function takeBareAddress(text: string): string {
  if (text.length > limits.forwardToMax) return text;
  const seen = text.replaceAll(nothingSeen, '');
  return (inBrackets.exec(seen)?.[1] ?? seen).replace(mailto, '$1').replaceAll(nothingSeen, '');
}

function splitTyped(text: string): string[] {
  return text.length > limits.forwardToMax ? [] : splitForwardTo(text.replaceAll(quotedName, ''));
}

/** Whether the part before the @ is one that many mail servers do not take (RFC 6531): nobody types one by intent. */
export function isLocalPartBeyondAscii(text: string): boolean {
  const bare = takeBareAddress(text);
  return beyondAscii.test(bare.slice(0, Math.max(bare.lastIndexOf('@'), 0)));
}

/** The first fault of an address that somebody types as a new one, if any. */
export function findTypedEmailFault(text: string): string | null {
  return isLocalPartBeyondAscii(text) ? accountFaults.localBeyondAscii : findKnownEmailFault(text);
}

/** The first fault of an address that may be known here already, if any. */
export function findKnownEmailFault(text: string): string | null {
  return findEmailFault(takeBareAddress(text));
}

/** The first fault of the address of somebody to write to, or to block, if any. */
export function findTypedCorrespondentFault(text: string): string | null {
  return isLocalPartBeyondAscii(text.trim()) ? accountFaults.localBeyondAscii : findCorrespondentFault(text.trim());
}

/** The first fault of the targets that somebody types for an alias, if any. `kept`: those it has, which are right. */
export function findTypedForwardToFault(text: string, kept: readonly string[] = []): string | null {
  const isFaulty = splitTyped(text).some(
    (piece) => !kept.includes(piece) && !piece.includes('/') && isLocalPartBeyondAscii(piece),
  );
  return isFaulty ? accountFaults.localBeyondAscii : findForwardToFault(readTypedForwardTo(text));
}

/** An address as it is sent to the server: by the name that was shown, whoever else might read the typed one differently. */
export function readTypedAddress(text: string): string {
  const bare = takeBareAddress(text);
  return parseEmailAddress(bare)?.address ?? bare;
}

/** The same of several with commas, and of webhooks. */
export function readTypedForwardTo(text: string): string {
  if (text.length > limits.forwardToMax) return text;
  return splitTyped(text)
    .map((piece) => (piece.includes('/') ? piece : readTypedAddress(piece)))
    .join(', ');
}

/**
 * The addresses in a text that are read as others than the typed ones, as they are then: by the name that DNS knows (RFC 5890), and
 * alone. Of those that no form takes nothing is said but that.
 */
export function findReadForms(text: string): string[] {
  return splitTyped(text).flatMap((piece) => {
    const bare = takeBareAddress(piece);
    const isSame = !piece.includes('<') && !mailto.test(piece) && !beyondAscii.test(bare.slice(bare.lastIndexOf('@')));
    const read = isSame || isLocalPartBeyondAscii(bare) ? null : parseEmailAddress(bare);
    return read === null ? [] : [read.address];
  });
}

const schemeOfImap = /^imaps?:\/\//i;
const portAtEnd = /:\d{1,5}$/;

/** The name of a server as DNS knows it, also of a link or with a port, as guides have it; null: it is none. */
export function readTypedHost(text: string): string | null {
  const name = text.replaceAll(nothingSeen, '').replace(schemeOfImap, '').replace(/\/$/, '').replace(portAtEnd, '');
  return parseEmailAddress(`x@${name}`)?.domain ?? null;
}

/** What a rule about senders names: an address, `@` or `list:` and a domain, or a domain alone. */
const senderForm = /^(list:\s*|@)?(.*)$/su;

/** What is wrong with it before the server, who knows the rest, is asked. */
export function findTypedSenderFault(text: string): string | null {
  return isLocalPartBeyondAscii(text) ? accountFaults.localBeyondAscii : null;
}

/** The same as it is sent to the server. */
export function readTypedSender(text: string): string {
  const bare = takeBareAddress(text);
  const [, mark = '', name = ''] = senderForm.exec(bare) ?? [];
  if (name.includes('@')) return readTypedAddress(bare);
  const domain = parseEmailAddress(`x@${name}`)?.domain;
  return domain === undefined ? bare : `${mark.trim()}${domain}`;
}

/** And as it is read, where that is not what was typed. */
export function findReadSender(text: string): string[] {
  const read = readTypedSender(text);
  const isSame = read.toLowerCase() === text.replaceAll(nothingSeen, '').toLowerCase();
  return isSame || beyondAscii.test(read) ? [] : [read];
}
