import { sql } from 'kysely';
import { targetValueContext } from '#core/targets/target-value.ts';
import { makeBounceAddress } from '#mail/address/bounce-address.ts';
import type { LinkRoute } from '#mail/address/recipient.ts';
import type { MailContext } from '#mail/mail-context.ts';
import type { ClaimedDelivery } from '#mail/spool/claim-deliveries.ts';
import type { SpoolEnvelope } from '#mail/spool/spool-envelope.ts';

/** What the owner's present settings make of a waiting delivery. */
export type Route =
  | { readonly kind: 'deliver'; readonly mailFrom: string; readonly rcptTo: string }
  /** Its target is gone: these present ones take its place. */
  | { readonly kind: 'follow'; readonly links: readonly LinkRoute[] }
  /** Its target was replaced by one that is not confirmed yet. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'drop' };

interface PresentLink {
  readonly active: boolean;
  readonly domain: string;
  readonly linkId: string | null;
  readonly targetId: string | null;
  readonly valueSealed: Buffer | null;
  readonly confirmed: boolean | null;
}

const readLinks = async ({ database }: MailContext, aliasId: string): Promise<PresentLink[]> => {
  const { rows } = await sql<PresentLink>`
    select a.active, d.name as domain, l.id as link_id, t.id as target_id, t.value_sealed,
      t.confirmed_at is not null as confirmed
    from aliases a join domains d on d.id = a.domain_id
    left join alias_targets l on l.alias_id = a.id
    left join targets t on t.id = l.target_id and t.kind = 'email'
    where a.id = ${aliasId} order by l.position`.execute(database.db);
  return rows;
};

/** Reads the alias again, so that what its owner changed while the message waited counts. */
export const findRoute = async (
  context: MailContext,
  { id, aliasId }: Pick<ClaimedDelivery, 'id' | 'aliasId'>,
  { reversePath, targets }: SpoolEnvelope,
): Promise<Route> => {
  if (aliasId === null) return { kind: 'drop' };
  const { keys, clock } = context;
  const present = await readLinks(context, aliasId);
  const [first] = present;
  if (first === undefined || !first.active) return { kind: 'drop' };

  const open = (link: PresentLink): LinkRoute[] => {
    if (link.linkId === null || link.targetId === null || link.valueSealed === null || !link.confirmed) return [];
    const target = keys.open(targetValueContext(link.targetId), link.valueSealed).toString();
    return [{ linkId: link.linkId, targetId: link.targetId, target }];
  };
  // By target, not by link: an edit of the alias may have made the link anew.
  const ownTargetId = targets.find(({ deliveryId }) => deliveryId === id)?.targetId;
  const ownLink = present.find(({ targetId }) => targetId !== null && targetId === ownTargetId);
  const [own] = ownLink === undefined ? [] : open(ownLink);
  if (own !== undefined) {
    // The null reverse-path stays null, so that no bounce is ever answered by a bounce (RFC 5321 §4.5.5).
    const now = new Date(clock.now());
    const mailFrom =
      reversePath === '' ? '' : makeBounceAddress(keys, { linkId: own.linkId, domain: first.domain, now });
    return { kind: 'deliver', mailFrom, rcptTo: own.target };
  }

  const served = new Set(targets.filter((target) => target.aliasId === aliasId).map(({ targetId }) => targetId));
  const fresh = present.filter(({ targetId }) => targetId !== null && !served.has(targetId));
  const confirmed = fresh.flatMap(open);
  if (confirmed.length > 0) return { kind: 'follow', links: confirmed };
  return { kind: ownLink === undefined && fresh.length > 0 ? 'wait' : 'drop' };
};
