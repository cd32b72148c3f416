import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { AppError, type ErrorCode } from '#contract/errors.ts';
import { pairingSeconds } from '#contract/extension/pairing.ts';
import { heldLimits } from '#contract/held/held-limits.ts';
import { limits } from '#contract/limits.ts';
import type { CoreContext } from '#core/core-context.ts';
import { hashSecretToken, makeSecretToken } from '#core/secret-token.ts';
import type { Db } from '#database/database.ts';
import type { LinkKind, SecretLinksTable } from '#database/sign-in-tables.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

interface KindOfLink {
  /** How long a link works, unless whoever issues it says otherwise. */
  readonly lifeMs: number;
  /** The page that its mail names. */
  readonly page?: string;
  /**
   * What a use does: `erase` ends the link; `note` lets it open its page to its end, `note for ever` as long as its subject
   * is there; `count` takes one of its uses. Erased, unless said.
   */
  readonly use?: 'note' | 'note for ever' | 'count';
  /** Stored as keyed hash, as the first ones were; else SHA-256 of the token. */
  readonly hashField?: string;
  /** Its end is compared with the database's clock, as statements of mail do. */
  readonly byDatabaseClock?: true;
}

/** All that distinguishes one kind of secret link from another. */
export const linkKinds = {
  confirm_target: { lifeMs: limits.confirmationLinkDays * dayMs, page: 'confirm', use: 'note for ever' },
  reset_password: { lifeMs: limits.resetLinkHours * hourMs, page: 'reset' },
  turn_second_factor_off: { lifeMs: limits.confirmationLinkDays * dayMs, page: 'second-factor' },
  keep_second_factor: { lifeMs: limits.confirmationLinkDays * dayMs, page: 'second-factor' },
  lock_account: { lifeMs: limits.lockLinkDays * dayMs, page: 'lock', use: 'note' },
  invitation: { lifeMs: 7 * dayMs, use: 'count', hashField: 'invitations.token' },
  domain_invitation: { lifeMs: limits.domainInvitationDays * dayMs },
  offer: { lifeMs: limits.offerDays * dayMs },
  pairing: { lifeMs: pairingSeconds * 1000 },
  trace: { lifeMs: heldLimits.traceHours * hourMs, byDatabaseClock: true },
} as const satisfies Record<LinkKind, KindOfLink>;

const kinds: Readonly<Record<LinkKind, KindOfLink>> = linkKinds;
const linksWhere = (test: (kind: KindOfLink) => boolean) =>
  (Object.keys(linkKinds) as LinkKind[]).filter((name) => test(kinds[name]));
const keptForEver = linksWhere(({ use }) => use === 'note for ever');
/** Those that a mail brings to whose account or inbox it is. */
export const mailedKinds = linksWhere(({ page }) => page !== undefined);
const ofDatabaseClock = linksWhere(({ byDatabaseClock }) => byDatabaseClock === true);

type LinkContext = Pick<CoreContext, 'keys' | 'clock'>;
type SecretLink = Selectable<SecretLinksTable>;
/** What each kind always has (the checks of the table). */
interface Own extends Record<LinkKind, object> {
  readonly confirm_target: { readonly userId: string; readonly targetId: string };
  readonly reset_password: { readonly userId: string };
  readonly turn_second_factor_off: { readonly userId: string };
  readonly keep_second_factor: { readonly userId: string };
  readonly lock_account: { readonly userId: string };
  readonly domain_invitation: { readonly domainId: string; readonly role: 'admin' | 'maker'; readonly sealed: Buffer };
  readonly offer: { readonly userId: string };
  readonly pairing: { readonly userId: string; readonly proofHash: Buffer; readonly sealed: Buffer };
  readonly trace: { readonly aliasId: string };
}
export type LinkOf<Kind extends LinkKind> = Kind extends LinkKind
  ? Omit<SecretLink, 'kind' | keyof Own[Kind]> & Own[Kind] & { readonly kind: Kind }
  : never;
/** What a link is about, and what its kind keeps besides. */
type OwnColumns = Omit<Insertable<SecretLinksTable>, 'tokenHash' | 'kind' | 'expiresAt' | 'createdAt' | 'usedAt'>;

function hashOf({ keys }: Pick<LinkContext, 'keys'>, kind: LinkKind, token: string): Buffer {
  const { hashField } = kinds[kind];
  // What can be no token of ours finds nothing.
  return hashField === undefined ? (hashSecretToken(token) ?? Buffer.alloc(0)) : keys.lookupHash(hashField, token);
}

function nowFor({ clock }: Pick<LinkContext, 'clock'>, kind: LinkKind): Date | RawBuilder<Date> {
  return kinds[kind].byDatabaseClock === true ? sql<Date>`now()` : new Date(clock.now());
}

export interface IssuedLink {
  /** For its holder; it is nowhere else. */
  readonly token: string;
  readonly tokenHash: Buffer;
  /** Names it to those who may end it. */
  readonly id: string;
  /** The page with the token, behind the address of the service. */
  readonly path: string;
  readonly expiresAt: Date;
}

/** What whoever issues a link says of it. `sealed` is given the hash where it is bound to the link. */
interface WantedLink extends Omit<OwnColumns, 'sealed'> {
  readonly expiresAt?: Date;
  readonly sealed?: Buffer | ((tokenHash: Buffer) => Buffer);
}

/** Makes a link and stores its hash. */
export async function issueLink(
  db: Db,
  context: LinkContext & Pick<CoreContext, 'random'>,
  kind: LinkKind,
  { expiresAt, sealed, ...own }: WantedLink,
): Promise<IssuedLink> {
  const { lifeMs, page = '', hashField, byDatabaseClock } = kinds[kind];
  const { token, hash } = makeSecretToken(context.random);
  const tokenHash = hashField === undefined ? hash : hashOf(context, kind, token);
  const createdAt = new Date(context.clock.now());
  const endsAt = expiresAt ?? new Date(createdAt.getTime() + lifeMs);
  const stored = await db
    .insertInto('secretLinks')
    .values({
      ...own,
      tokenHash,
      kind,
      sealed: typeof sealed === 'function' ? sealed(tokenHash) : (sealed ?? null),
      createdAt,
      expiresAt: byDatabaseClock === true ? sql<Date>`now() + ${lifeMs} * interval '1 millisecond'` : endsAt,
    })
    .returning(['id', 'expiresAt'])
    .executeTakeFirstOrThrow();
  return { token, tokenHash, path: `/${page}#${token}`, ...stored };
}

/** SQL: a link that may be used several times still has a use. */
const hasUses = sql<boolean>`uses_left is distinct from 0`;

/** The links of a kind that are good now. */
export function selectGoodLinks(db: Db, context: Pick<LinkContext, 'clock'>, kind: LinkKind) {
  return db
    .selectFrom('secretLinks')
    .where('kind', '=', kind)
    .where('secretLinks.expiresAt', '>', nowFor(context, kind))
    .where(hasUses);
}

/** The link of one of these kinds that a token opens now; undefined: it opens none. Changes nothing. */
export async function peekLink<Kind extends LinkKind>(
  db: Db,
  context: LinkContext,
  of: Kind | readonly Kind[],
  token: string,
): Promise<LinkOf<Kind> | undefined> {
  for (const kind of [of].flat()) {
    const link = await db
      .selectFrom('secretLinks')
      .selectAll()
      .where('tokenHash', '=', hashOf(context, kind, token))
      .where('kind', '=', kind)
      .where(({ or, and, eb }) =>
        or([
          and([eb('expiresAt', '>', nowFor(context, kind)), hasUses]),
          ...(keptForEver.includes(kind) ? [eb('usedAt', 'is not', null)] : []),
        ]),
      )
      .executeTakeFirst();
    if (link !== undefined) return link as LinkOf<Kind>;
  }
  return undefined;
}

/** The same, for a page that is nothing without its link. @throws AppError link_unusable. */
export async function openLink<Kind extends LinkKind>(
  db: Db,
  context: LinkContext,
  of: Kind | readonly Kind[],
  token: string,
): Promise<LinkOf<Kind>> {
  const link = await peekLink(db, context, of, token);
  if (link === undefined) throw new AppError('link_unusable');
  return link;
}

/**
 * Uses a good link; undefined: somebody was first, or it is over. Runs in the caller's transaction, so that what it lets in
 * happens with it or not at all.
 */
export async function trySpendLink<Kind extends LinkKind>(
  db: Db,
  context: Pick<LinkContext, 'clock'>,
  { kind, tokenHash }: { readonly kind: Kind; readonly tokenHash: Buffer },
): Promise<LinkOf<Kind> | undefined> {
  const { use } = kinds[kind];
  const now = nowFor(context, kind);
  const change = use === 'count' ? { usesLeft: sql<number>`uses_left - 1` } : { usedAt: now };
  const isThis = sql<boolean>`token_hash = ${tokenHash} and kind = ${kind} and expires_at > ${now} and used_at is null and ${hasUses}`;
  const spent = await (use === undefined
    ? db.deleteFrom('secretLinks').where(isThis).returningAll().executeTakeFirst()
    : db.updateTable('secretLinks').set(change).where(isThis).returningAll().executeTakeFirst());
  return spent as LinkOf<Kind> | undefined;
}

/** The same. @throws AppError `spent`, where somebody was first, or it is over. */
export async function spendLink<Kind extends LinkKind>(
  db: Db,
  context: Pick<LinkContext, 'clock'>,
  link: { readonly kind: Kind; readonly tokenHash: Buffer },
  spent: ErrorCode = 'link_unusable',
): Promise<LinkOf<Kind>> {
  const used = await trySpendLink(db, context, link);
  if (used === undefined) throw new AppError(spent);
  return used;
}

/** What links are about. */
type Subject = Partial<Record<'userId' | 'targetId' | 'aliasId' | 'domainId' | 'id', string>>;

/** Ends all links of some kinds that are about something. @returns how many. */
export async function endLinks(db: Db, of: LinkKind | readonly LinkKind[], subject: Subject): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('secretLinks')
    .where('kind', 'in', [of].flat())
    .where(({ and }) => and(subject))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Erases links that are over or used up, except those that open their page for ever. @returns what they were about. */
export function eraseEndedLinks(db: Db, { clock }: Pick<LinkContext, 'clock'>) {
  return db
    .deleteFrom('secretLinks')
    .where(({ or, and, eb, not }) =>
      or([
        eb('usesLeft', '=', 0),
        and([eb('kind', 'in', ofDatabaseClock), eb('expiresAt', '<=', sql<Date>`now()`)]),
        and([
          eb('kind', 'not in', ofDatabaseClock),
          eb('expiresAt', '<=', new Date(clock.now())),
          not(and([eb('kind', 'in', keptForEver), eb('usedAt', 'is not', null)])),
        ]),
      ]),
    )
    .returning(['kind', 'userId', 'targetId'])
    .execute();
}
