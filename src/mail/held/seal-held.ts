import type { HeldEnvelope } from '#mail/held/held-envelope.ts';
import { findCalendars } from '#mail/forward/calendar-parts.ts';
import type { ForwardContext, UnusableKey } from '#mail/forward/forward-order.ts';
import { prepareForward } from '#mail/forward/prepare-forward.ts';
import type { HoldReason } from '#mail/judge/judge-for-aliases.ts';
import type { VerifiedMessage } from '#mail/judge/verify-received.ts';
import type { AliasRecipient } from '#mail/recipient/resolve-alias.ts';
import { isEncrypted } from '#protocol/message/sealed-parts.ts';

/** What is kept of a held message. */
export interface HeldContent {
  readonly content: Buffer;
  /** Whom it is encrypted for, in the order in which it stands there; undefined: it is as it was received. */
  readonly sealedFor?: HeldEnvelope['sealedFor'];
  /** Inboxes whose keys count no more. */
  readonly unusable: readonly UnusableKey[];
}

/** Whether nobody gets the alias's mail but inboxes with keys. */
function isSealed({ routes }: AliasRecipient): boolean {
  return routes.length > 0 && routes.every(({ kind, key }) => kind === 'email' && key !== null);
}

/**
 * What is held for an alias: the message as it was received; where all its inboxes have keys, what would leave if it were released,
 * for each of them. Where another inbox or a webhook gets it plain, it waits as plain as its own mail does.
 * @throws Error when it could not be encrypted.
 */
export async function sealHeld(
  forward: ForwardContext,
  verified: VerifiedMessage,
  {
    alias,
    reason,
    envelope,
  }: { readonly alias: AliasRecipient; readonly reason: HoldReason; readonly envelope: HeldEnvelope },
): Promise<HeldContent> {
  const plain: HeldContent = { content: verified.received.content, unusable: [] };
  if (!isSealed(alias) || isEncrypted(verified.message)) return plain;
  const calendars = findCalendars(verified.folded);
  // It would have been refused before.
  if (calendars === 'unreadable') return plain;
  const spam = verified.spam || reason === 'spam';
  const taker = { ...alias, spam, vouchedBy: envelope.vouchedBy, heldFor: reason, receipt: null };
  const order = { ...verified, aliases: [taker], operators: [], calendars };
  const { batches, unusable } = await prepareForward(forward, order);
  const parts = batches.flatMap(({ body, deliveries }) => deliveries.map((delivery) => ({ body, delivery })));
  return {
    content: Buffer.concat(parts.flatMap(({ body, delivery: { header } }) => [header.octets, body])),
    sealedFor: parts.map(({ body, delivery: { targetId, header } }) => ({
      targetId: targetId ?? '',
      headerBytes: header.octets.length,
      bodyBytes: body.length,
    })),
    unusable,
  };
}

/** Cuts held content into what it was put together of. */
export function cutSealed(
  content: Buffer,
  sealedFor: NonNullable<HeldEnvelope['sealedFor']>,
): { readonly targetId: string; readonly header: Buffer; readonly body: Buffer }[] {
  let at = 0;
  return sealedFor.map(({ targetId, headerBytes, bodyBytes }) => {
    const header = content.subarray(at, at + headerBytes);
    const body = content.subarray(at + headerBytes, at + headerBytes + bodyBytes);
    at += headerBytes + bodyBytes;
    return { targetId, header, body };
  });
}
