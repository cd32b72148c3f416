import { sql } from 'kysely';
import type { Alias } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import { preferredDomain, readAccountChoices } from '#core/domains/account-choices.ts';
import { siteAliasesMax, type SiteAliases } from '#contract/extension/sites.ts';
import type { OwnAlias } from '#core/alias-rows/read-rows.ts';
import { createWithName } from '#core/aliases/generated/generate-alias.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { getAlias, readOwn } from '#core/aliases/read-aliases.ts';
import { aliasView } from '#core/aliases/alias-record.ts';
import type { CoreContext } from '#core/core-context.ts';
import { organisationOf } from '#core/organisation.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { findForwardTo } from '#core/targets/default-target.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import type { Db } from '#database/database.ts';

/** Sites that one alias is noted for: nobody fills the database by one alias. */
const sitesMax = 50;

/**
 * What of a host somebody registered, by the public suffix list with its private part: of `login.shop.example.co.uk` it is
 * `example.co.uk`, of `ann.github.io` itself. Addresses and names without a suffix are sites themselves.
 */
async function registrableHost(host: string): Promise<string> {
  return organisationOf(host.replace(/\.$/u, ''));
}

/** Of a site in one account: who copies the database can neither read it nor see that two accounts use it. */
function siteHash(keys: KeyRing, userId: string, site: string): Buffer {
  return keys.lookupHash('alias_sites.site', `${userId} ${site}`);
}

interface NewSiteAlias {
  /** Null: for no site. */
  readonly host: string | null;
  /** Null: the first one. */
  readonly domain: string | null;
}

interface Asker {
  readonly userId: string;
  /** IP address of the client; only counted, by keyed hash. */
  readonly ip: string;
}

/** The aliases that an account uses on the site of a host, newest first; none that lie in the bin. */
export async function findSiteAliases(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  userId: string,
  host: string,
): Promise<SiteAliases> {
  const { database, keys } = context;
  const site = await registrableHost(host);
  const { db } = database;
  const hash = siteHash(keys, userId, site);
  const aliases = await readOwn(db, context, { userId }, (own) =>
    own
      .where('aliases.id', 'in', db.selectFrom('aliasSites').select('aliasId').where('siteHash', '=', hash))
      .orderBy('aliases.createdAt', 'desc')
      .limit(siteAliasesMax),
  );
  return { site, aliases: aliases.map(aliasView) };
}

/** Behind a look at whose alias it is. */
async function noteSite(db: Db, { aliasId, hash }: { readonly aliasId: string; readonly hash: Buffer }): Promise<void> {
  await sql`
    insert into alias_sites (alias_id, site_hash) select ${aliasId}::uuid, ${hash}
    where (select count(*) from alias_sites where alias_id = ${aliasId}::uuid) < ${sitesMax}
    on conflict do nothing`.execute(db);
}

/**
 * Makes an alias for the site of a host, with a random name, the account's default target and the site as its note.
 * @throws AppError no_target, and as `createAlias` does.
 */
export async function createSiteAlias(
  context: TargetContext,
  { host, domain }: NewSiteAlias,
  { userId, ip }: Asker,
): Promise<Alias> {
  const { keys } = context;
  const choices = await readAccountChoices(context, userId);
  const site = host === null ? null : await registrableHost(host);
  const input = {
    domain: domain ?? preferredDomain(context, choices),
    forwardTo: (await findForwardTo(context, userId, [])).join(', '),
    ...(site !== null && { notes: site }),
  };
  const along = async (db: Db, { id }: Alias): Promise<void> => {
    if (site !== null) await noteSite(db, { aliasId: id, hash: siteHash(keys, userId, site) });
  };
  return createWithName(context, choices.aliasFormat ?? 'words', (alias) =>
    createAlias(context, { ...input, alias }, { ownerId: userId, askerId: userId, ip }, along),
  );
}

/**
 * Says that an alias of this account is used on the site of a host, or no longer.
 * @throws AppError not_found, for a foreign alias as for an unknown one; rate_limited.
 */
export async function changeAliasSite(
  context: Pick<TargetContext, 'database' | 'keys' | 'clock' | 'limiter'>,
  { aliasId, userId }: OwnAlias,
  { host, used }: { readonly host: string; readonly used: boolean },
): Promise<Alias> {
  const { database, keys, limiter } = context;
  await limiter.take('aliasChangesPerUser', { userId });
  const alias = await getAlias(database.db, context, aliasId, userId);
  const hash = siteHash(keys, userId, await registrableHost(host));
  if (used) {
    await noteSite(database.db, { aliasId, hash }).catch((error: unknown) => {
      // Erased since the look.
      throw isGone(error) ? new AppError('not_found') : error;
    });
  } else {
    await database.db.deleteFrom('aliasSites').where('aliasId', '=', aliasId).where('siteHash', '=', hash).execute();
  }
  return alias;
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'alias_sites_alias_id_fkey';
}
