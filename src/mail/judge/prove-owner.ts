import { comparableAddress } from '#mail/recipient/address-forms.ts';
import { domainOf } from '#platform/addresses.ts';
import type { Authentication } from '#protocol/authentication/verify-message.ts';
import type { DkimVerdict } from '#protocol/dkim/verify-dkim.ts';
import { normalizeAddress, parseAddress } from '#protocol/message/address.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMailboxes } from '#protocol/message/mailboxes.ts';
import type { RawMessage } from '#protocol/message/parse-message.ts';

export interface OwnerProof {
  readonly message: RawMessage;
  /** The address in From, a confirmed target. */
  readonly author: string;
  /** MAIL FROM as received. */
  readonly reversePath: string;
  readonly authentication: Authentication;
  /** The owner lets strict SPF alone prove this target. */
  readonly spfReplies: boolean;
  /** Every reverse address and send address of the envelope, as `comparableAddress` gives them. */
  readonly addresses: readonly string[];
}

/** What says who wrote to whom; all of it must be signed, or somebody could send it on to others (RFC 6376 §8.15). */
const addressed = ['from', 'to', 'cc'];

/** Whether a good signature of the author's very domain covers every From, To and Cc there is. */
function isStrict({ result, domain, signedFields }: DkimVerdict, proof: OwnerProof): boolean {
  if (result !== 'pass' || domain !== domainOf(proof.author)) return false;
  return addressed.every((name) => {
    const present = proof.message.fields.filter(({ key }) => key === name).length;
    return signedFields.filter((signed) => signed === name).length >= present;
  });
}

/**
 * What a mail server writes around the author of each message to know its bounces again (BATV, draft-levine-smtp-batv): who sends
 * through it has no choice. A `+tag` is chosen by who writes, and could be another mailbox.
 */
const bounceTag = /^(?:prvs=[0-9a-z]{1,32}=|btv1==[0-9a-z]{1,32}==)(?=.)/i;

/** The mailbox in a reverse-path, spelled as `normalizeAddress` does; null: none. */
function readReversePath(reversePath: string): string | null {
  const address = parseAddress(reversePath);
  return address === null ? null : normalizeAddress(address.replace(bounceTag, ''));
}

/** Whether the client may send for the author's very domain, and the reverse-path is the author. */
function isStrictSpf({ author, reversePath, authentication: { spf } }: OwnerProof): boolean {
  return (
    spf.result === 'pass' &&
    spf.scope === 'mailfrom' &&
    spf.domain === domainOf(author) &&
    readReversePath(reversePath) === normalizeAddress(author)
  );
}

/** Whether To or Cc names all of them. */
function namesAll({ message, addresses }: OwnerProof): boolean {
  const named = new Set(
    message.fields
      .filter(({ key }) => key === 'to' || key === 'cc')
      .flatMap((field) => parseMailboxes(fieldText(field)))
      .map(({ address }) => comparableAddress(address)),
  );
  return addresses.every((address) => named.has(address));
}

/**
 * Whether a message was written by the owner of the mailbox in its From, to these very addresses of ours: a DKIM
 * signature strictly aligned with From that covers From, To and Cc, or where the owner allows it strict SPF alone.
 */
export function provesOwner(proof: OwnerProof): boolean {
  return (
    namesAll(proof) &&
    (proof.authentication.dkim.some((verdict) => isStrict(verdict, proof)) || (proof.spfReplies && isStrictSpf(proof)))
  );
}

/**
 * Whether the proof failed only because DNS did not answer, which depends on the author's domain alone and never on whom
 * the message is for.
 */
export function mayProveLater({ dkim, spf }: Authentication, author: string): boolean {
  const domain = domainOf(author);
  if (dkim.some((verdict) => verdict.result === 'pass' && verdict.domain === domain)) return false;
  const isLate = dkim.some(
    (verdict) => verdict.result === 'temperror' && (verdict.domain === null || verdict.domain === domain),
  );
  return isLate || spf.result === 'temperror';
}
