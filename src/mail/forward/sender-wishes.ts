import type { Recipient } from '#mail/recipient/resolve-recipient.ts';
import type { ReceivedMessage } from '#protocol/smtp-server/session-policy.ts';

/** What the sender of a message wants to hear of it for one alias (RFC 3461 §4), and by which names it knows it again. */
export interface SenderWishes {
  /** That it reached nobody. */
  readonly failure: boolean;
  /** That it was taken. */
  readonly success: boolean;
  /** ENVID. */
  readonly envelopeId: string | null;
  /** ORCPT: `rfc822;bob@example.com`. */
  readonly original: string | null;
}

const usual: SenderWishes = { failure: true, success: false, envelopeId: null, original: null };

/**
 * What was asked for at the recipients that are meant, which may be one alias named twice: what one of them asks for is told.
 * Delays are told to owners alone, as RFC 3461 §4.1 leaves open: they would say how an inbox fares.
 */
export function wishesOf(
  { envelope: { requests }, recipients }: Pick<ReceivedMessage<Recipient>, 'envelope' | 'recipients'>,
  isMeant: (recipient: Recipient) => boolean,
): SenderWishes {
  if (requests === undefined) return usual;
  const meant = requests.recipients.filter((_, index) => {
    const recipient = recipients[index];
    return recipient !== undefined && isMeant(recipient);
  });
  const asks = (event: 'SUCCESS' | 'FAILURE', otherwise: boolean): boolean =>
    meant.some((one) => one?.notify?.has(event) ?? otherwise);
  return {
    failure: asks('FAILURE', true),
    success: asks('SUCCESS', false),
    envelopeId: requests.envelopeId,
    original: meant.find((one) => one !== null)?.original ?? null,
  };
}

export function isAliasOf(aliasId: string): (recipient: Recipient) => boolean {
  return (recipient) => recipient.kind === 'alias' && recipient.aliasId === aliasId;
}
