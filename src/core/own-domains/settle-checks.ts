import { sql, type Selectable } from 'kysely';
import { checksContext, proofOf, type SeenChecks } from '#core/own-domains/check-dns.ts';
import type { OwnDomainContext } from '#core/own-domains/own-domain-context.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import type { Db } from '#database/database.ts';
import type { DomainsTable, DomainState } from '#database/domains/domain-tables.ts';

type DomainRow = Selectable<DomainsTable>;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long DNS must say without doubt that a domain is not its holder's. */
const failingAfterMs = dayMs;
export const lostAfterMs = 7 * dayMs;
/**
 * What one look says of the time since the one before, at most. While there is doubt a look comes every three hours; where none
 * came for days, nobody saw what DNS said meanwhile: its holder is always told that it fails before it is lost.
 */
const seenByOneLookMs = 12 * hourMs;
export const firstCheckMs = 10 * minuteMs;
/** Whoever has not proven a domain by then asks for a look when it is done. */
const unprovenForMs = 30 * dayMs;
const whileDoubtfulMs = 3 * hourMs;

/** All rows of a name that no shared domain has, held until the caller's transaction ends. */
export function lockName(db: Db, name: string): Promise<DomainRow[]> {
  return db
    .selectFrom('domains')
    .selectAll()
    .where('name', '=', name)
    .where('kind', '<>', 'shared')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Whether somebody else has proven a domain above or below a name. Unproven ones block nobody. */
export async function isTakenByRelated(
  db: Db,
  { name, userId }: { readonly name: string; readonly userId: string },
): Promise<boolean> {
  const labels = name.split('.');
  const above = labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'));
  const found = await db
    .selectFrom('domains')
    .select('id')
    .where('kind', '=', 'own')
    .where('state', 'in', ['verified', 'failing'])
    .where(sql<boolean>`owner_id is distinct from ${userId}::uuid`)
    .where(({ or, eb }) =>
      or([
        eb('name', '=', sql<string>`any(${above}::text[])`),
        sql<boolean>`right(name, ${name.length + 1}) = ${`.${name}`}`,
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * The accounts that may be told, held before the domains like everywhere else; else two would wait for each other. Those that
 * refer to them meanwhile do not wait (`for key share`).
 */
async function holdOwners(db: Db, name: string, ownerId: string | null): Promise<ReadonlySet<string | null>> {
  const { rows } = await sql<{ id: string }>`
    select id from users where id = ${ownerId}::uuid
      or id in (select owner_id from domains where name = ${name} and state in ('verified', 'failing'))
    order by id for key share`.execute(db);
  return new Set([null, ...rows.map(({ id }) => id)]);
}

type Ownership = 'proven' | 'contradicted' | 'unknown';

function ownershipOf(checks: SeenChecks): Ownership {
  const ownership = checks.find(({ check }) => check === 'ownership');
  if (ownership === undefined || ownership.trouble) return 'unknown';
  return ownership.ok ? 'proven' : 'contradicted';
}

type Holding = Pick<DomainRow, 'state' | 'contradictedSince' | 'proofDueAt'>;

/** When the contradiction would have begun if all of its time had been seen: what trouble or a long break hides does not count. */
function seenSince({ contradictedSince, checkedAt }: DomainRow, ownership: Ownership, now: Date): Date | null {
  if (contradictedSince === null) return null;
  const sinceLookMs = Math.max(0, now.getTime() - (checkedAt ?? now).getTime());
  const seenMs = ownership === 'contradicted' ? Math.min(sinceLookMs, seenByOneLookMs) : 0;
  return new Date(Math.min(now.getTime(), contradictedSince.getTime() + sinceLookMs - seenMs));
}

/** It passed to its holder lately, who may publish a proof of its own until then. */
function isProofDue({ proofDueAt }: DomainRow, now: Date): boolean {
  return proofDueAt !== null && proofDueAt > now;
}

/** Its holder's own proof stood in DNS when that was asked last. Else passing it on and on would keep it from whoever has the name. */
export function isProvenNow({ state, contradictedSince, proofDueAt }: Holding): boolean {
  return state === 'verified' && contradictedSince === null && proofDueAt === null;
}

/** What becomes of a domain that its account holds. Trouble of DNS proves nothing, either way. */
function holdingAfter(row: DomainRow, ownership: Ownership, now: Date): Holding {
  const { state, proofDueAt } = row;
  const contradictedSince = seenSince(row, ownership, now);
  if (ownership === 'proven') return { state: 'verified', contradictedSince: null, proofDueAt: null };
  if (ownership === 'unknown') return { state, contradictedSince, proofDueAt };
  if (isProofDue(row, now)) return { state, contradictedSince: null, proofDueAt };
  const since = contradictedSince ?? now;
  const forMs = now.getTime() - since.getTime();
  if (forMs >= lostAfterMs) return { state: 'lost', contradictedSince: since, proofDueAt: null };
  return { state: forMs >= failingAfterMs ? 'failing' : state, contradictedSince: since, proofDueAt };
}

function isHeld(state: DomainState): boolean {
  return state === 'verified' || state === 'failing';
}

/** When it is looked at next: the longer it stands as it does, the less often. Null: not by itself any more. */
function nextCheck(row: Pick<DomainRow, 'state' | 'createdAt' | 'contradictedSince'>, since: Date, now: Date) {
  const forMs = now.getTime() - since.getTime();
  if (!isHeld(row.state) && forMs > unprovenForMs) return null;
  const least = isHeld(row.state) ? hourMs : firstCheckMs;
  const gapMs = row.contradictedSince === null ? Math.min(dayMs, Math.max(least, forMs / 2)) : whileDoubtfulMs;
  return new Date(now.getTime() + gapMs);
}

function tell(db: Db, context: OwnDomainContext, { ownerId, name }: DomainRow, kind: 'domain_failing' | 'domain_lost') {
  return ownerId === null ? Promise.resolve() : recordSecurityEvent(db, context, ownerId, { kind, name });
}

/** Whether the name can become this row's now: nobody else's proof stands in DNS any more, who then has lost it. */
async function takeOver(
  db: Db,
  context: OwnDomainContext,
  row: DomainRow,
  rows: readonly DomainRow[],
  checks: SeenChecks,
) {
  const { keys, clock } = context;
  const { id, name, ownerId } = row;
  if (ownerId === null || (await isTakenByRelated(db, { name, userId: ownerId }))) return false;
  const holder = rows.find((other) => other.id !== id && isHeld(other.state));
  if (holder === undefined) return true;
  // What stands in DNS may be a proof of whoever passed it on.
  if (isProofDue(holder, new Date(clock.now()))) return false;
  const found = checks.find(({ check }) => check === 'ownership')?.found ?? [];
  if (holder.ownerId !== null && found.includes(proofOf(keys, holder.ownerId, name))) return false;
  const changedAt = new Date(clock.now());
  await db
    .updateTable('domains')
    .set({ state: 'lost', changedAt, nextCheckAt: null, proofDueAt: null })
    .where('id', '=', holder.id)
    .execute();
  await tell(db, context, holder, 'domain_lost');
  return true;
}

async function standingAfter(
  db: Db,
  context: OwnDomainContext,
  row: DomainRow,
  rows: readonly DomainRow[],
  checks: SeenChecks,
): Promise<Holding> {
  const ownership = ownershipOf(checks);
  if (isHeld(row.state)) return holdingAfter(row, ownership, new Date(context.clock.now()));
  const isTaken = ownership === 'proven' && (await takeOver(db, context, row, rows, checks));
  return { state: isTaken ? 'verified' : row.state, contradictedSince: null, proofDueAt: null };
}

/** Tells the owner what is worse than before. */
async function tellOfChange(db: Db, context: OwnDomainContext, row: DomainRow, state: DomainState): Promise<void> {
  if (state === row.state || row.state === 'unverified') return;
  if (state === 'failing') await tell(db, context, row, 'domain_failing');
  if (state === 'lost') await tell(db, context, row, 'domain_lost');
}

/** Since when a domain stands as it does now: `failing` is no other standing than `verified`. */
function changeTime(row: DomainRow, state: DomainState, now: Date): Date {
  const isSame = state === row.state || (isHeld(state) && isHeld(row.state));
  return isSame ? (row.changedAt ?? row.createdAt) : now;
}

/**
 * Notes what DNS said of a domain, and what becomes of it: whoever proves a name now has it. Its owner is told when it begins to
 * fail and when it is lost; nothing is deleted. `ownerId`: whose proof was looked for; nothing is noted where the name came to another account meanwhile.
 */
export async function applyCheckResults(
  context: OwnDomainContext,
  { id: domainId, ownerId }: Pick<DomainRow, 'id' | 'ownerId'>,
  checks: SeenChecks,
): Promise<void> {
  const { clock, database, keys } = context;
  await database.db.transaction().execute(async (transaction) => {
    const found = await transaction.selectFrom('domains').select('name').where('id', '=', domainId).executeTakeFirst();
    if (found === undefined) return;
    const owners = await holdOwners(transaction, found.name, ownerId);
    const rows = await lockName(transaction, found.name);
    const row = rows.find(({ id }) => id === domainId);
    const isAnothers = rows.some((other) => isHeld(other.state) && !owners.has(other.ownerId));
    if (row?.ownerId !== ownerId || isAnothers) return;
    const now = new Date(clock.now());
    const after = await standingAfter(transaction, context, row, rows, checks);
    const changedAt = changeTime(row, after.state, now);
    const mx = checks.find(({ check }) => check === 'mx');
    await transaction
      .updateTable('domains')
      .set({
        ...after,
        changedAt,
        checkedAt: now,
        checksSealed: keys.seal(checksContext(domainId), JSON.stringify(checks)),
        nextCheckAt: nextCheck({ ...row, ...after }, changedAt, now),
        ...(mx?.trouble === false && { takesMail: mx.ok }),
      })
      .where('id', '=', domainId)
      .execute();
    await tellOfChange(transaction, context, row, after.state);
  });
}
