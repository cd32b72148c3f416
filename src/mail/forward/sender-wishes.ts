import type { SenderNames } from '#mail/rewrite/return-path-field.ts';
import type { Recipient } from '#mail/recipient/resolve-recipient.ts';
import type { ReceivedMessage } from '#protocol/smtp-server/session-policy.ts';

/** What the sender of a message wants to hear of it for one alias (RFC 3461 §4), and by which names it knows it again. */
export interface SenderWishes extends SenderNames {
  /** That it reached nobody. */
  readonly failure: boolean;
  /** That it was taken. */
  readonly success: boolean;
}

const usual = { failure: true, success: false, envelopeId: null, original: null } as const;
/** A report can repeat it. */
const printable = /^[\x21-\x7e]+$/;

/** RCPT of the first recipient that is meant, where that is no alias as it is kept. */
function writtenAs(
  { envelope, recipients }: Pick<ReceivedMessage<Recipient>, 'envelope' | 'recipients'>,
  isMeant: (recipient: Recipient) => boolean,
): string | null {
  const index = recipients.findIndex(isMeant);
  const [recipient, written] = [recipients[index], envelope.recipients[index]];
  if (recipient?.kind !== 'alias' || written === undefined || written === recipient.address) return null;
  return printable.test(written) ? written : null;
}

/**
 * What was asked for at the recipients that are meant, which may be one alias named twice: what one of them asks for is told.
 * Delays are told to owners alone, as RFC 3461 §4.1 leaves open: they would say how an inbox fares.
 */
export function wishesOf(
  received: Pick<ReceivedMessage<Recipient>, 'envelope' | 'recipients'>,
  isMeant: (recipient: Recipient) => boolean,
): SenderWishes {
  const { envelope, recipients } = received;
  const { requests } = envelope;
  const recipient = writtenAs(received, isMeant);
  if (requests === undefined) return { ...usual, recipient };
  const meant = requests.recipients.filter((_, index) => {
    const named = recipients[index];
    return named !== undefined && isMeant(named);
  });
  const asks = (event: 'SUCCESS' | 'FAILURE', otherwise: boolean): boolean =>
    meant.some((one) => one?.notify?.has(event) ?? otherwise);
  return {
    failure: asks('FAILURE', true),
    success: asks('SUCCESS', false),
    envelopeId: requests.envelopeId,
    original: meant.find((one) => one !== null)?.original ?? null,
    recipient,
  };
}

export function isAliasOf(aliasId: string): (recipient: Recipient) => boolean {
  return (recipient) => recipient.kind === 'alias' && recipient.aliasId === aliasId;
}
