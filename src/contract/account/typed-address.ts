import { accountFaults, findCorrespondentFault, findEmailFault } from '#contract/account-faults.ts';
import { findForwardToFault } from '#contract/alias-faults.ts';
import { parseEmailAddress } from '#contract/email-address.ts';
import { splitForwardTo } from '#contract/forward-to.ts';

// Forms alone ask for this: what programs send may say more, and what was stored before goes on working.

const beyondAscii = /[^\0-\u{7f}]/u;

/** Whether the part before the @ is one that many mail servers do not take (RFC 6531): nobody types one by intent. */
export function isLocalPartBeyondAscii(text: string): boolean {
  return beyondAscii.test(text.slice(0, Math.max(text.lastIndexOf('@'), 0)));
}

/** The first fault of an address that somebody types as a new one, if any. */
export function findTypedEmailFault(text: string): string | null {
  return isLocalPartBeyondAscii(text.trim()) ? accountFaults.localBeyondAscii : findEmailFault(text);
}

/** The same of somebody to write to, or to block. */
export function findTypedCorrespondentFault(text: string): string | null {
  return isLocalPartBeyondAscii(text.trim()) ? accountFaults.localBeyondAscii : findCorrespondentFault(text.trim());
}

/** The same of the places that an alias forwards to. `kept`: those it has, which are right. */
export function findTypedForwardToFault(text: string, kept: readonly string[] = []): string | null {
  const isFaulty = splitForwardTo(text).some(
    (piece) => !kept.includes(piece) && !piece.includes('/') && isLocalPartBeyondAscii(piece),
  );
  return isFaulty ? accountFaults.localBeyondAscii : findForwardToFault(text);
}

/** An address as it is sent to the server: by the name that was shown, whoever else might read the typed one differently. */
export function readTypedAddress(text: string): string {
  return parseEmailAddress(text)?.address ?? text.trim();
}

/** The addresses in a text whose domain is asked for by another name than the one typed (RFC 5890), as it is then. */
export function findAsciiForms(text: string): string[] {
  return splitForwardTo(text.replaceAll(/\s+/gu, ',')).flatMap((piece) => {
    const host = piece.slice(piece.lastIndexOf('@') + 1);
    const read = beyondAscii.test(host) ? parseEmailAddress(piece) : null;
    return read === null ? [] : [read.address];
  });
}
