import type { Alias, AliasTarget } from '#contract/aliases.ts';
import type { ProviderState } from '#contract/provider.ts';
import { aliasView } from '#core/aliases/alias-view.ts';
import { checkOwner } from '#core/aliases/check-owner.ts';
import type { CoreContext } from '#core/core-context.ts';
import { openTarget } from '#core/targets/open-target.ts';
import { selectTargets } from '#core/targets/select-targets.ts';

type ListContext = Pick<CoreContext, 'database' | 'keys'>;

/** id, domain id, local part, active, notes, Unix time of creation in seconds, id and state at the provider. */
type AliasColumns = [string, string, string, boolean, string | null, number, string | null, ProviderState];
/** Alias id, target id. */
type LinkColumns = [string, string];

// Plain prepared statements with rows as arrays: for 10,000 aliases half of the time went into making objects of rows.
const aliasesQuery = {
  name: 'list-aliases',
  rowMode: 'array',
  text: `
    select id, domain_id, local_part, active, notes, date_part('epoch', created_at), improvmx_id, provider_state
    from aliases where user_id = $1 order by created_at desc, id`,
} as const;
const linksQuery = {
  name: 'list-alias-links',
  rowMode: 'array',
  text: `
    select l.alias_id, l.target_id from alias_targets l join aliases a on a.id = l.alias_id
    where a.user_id = $1 order by l.position`,
} as const;

/** Target ids by alias id, joined by commas in the order of the links: of most aliases one, which costs no list. */
const loadLinks = async ({ database }: ListContext, userId: string): Promise<Map<string, string>> => {
  const { rows } = await database.pool.query<LinkColumns>({ ...linksQuery, values: [userId] });
  const byAlias = new Map<string, string>();
  for (const [aliasId, targetId] of rows) {
    const before = byAlias.get(aliasId);
    byAlias.set(aliasId, before === undefined ? targetId : `${before},${targetId}`);
  }
  return byAlias;
};

/** The account's targets by id, each opened once however many aliases use it. */
const loadTargets = async ({ database, keys }: ListContext, userId: string): Promise<Map<string, AliasTarget>> => {
  const rows = await selectTargets(database.db).where('targets.userId', '=', userId).execute();
  return new Map(rows.map((row) => [row.id, openTarget(keys, row)]));
};

/** Finds targets by their joined ids. Many aliases forward to the same ones, so each such group is put together once. */
const groupTargets = (targets: ReadonlyMap<string, AliasTarget>): ((ids: string) => readonly AliasTarget[]) => {
  const groups = new Map<string, readonly AliasTarget[]>();
  return (ids) => {
    const known = groups.get(ids);
    if (known !== undefined) return known;
    const group = ids.split(',').flatMap((id) => targets.get(id) ?? []);
    groups.set(ids, group);
    return group;
  };
};

/**
 * All aliases of an account, newest first. `askerId`: who is signed in.
 * @throws AppError not_found.
 */
export const listAliases = async (context: ListContext, userId: string, askerId: string): Promise<Alias[]> => {
  checkOwner(userId, askerId);
  const { db, pool } = context.database;
  const { rows } = await pool.query<AliasColumns>({ ...aliasesQuery, values: [userId] });
  const domains = new Map(
    (await db.selectFrom('domains').select(['id', 'name']).execute()).map((row) => [row.id, row.name]),
  );
  const links = await loadLinks(context, userId);
  // Read last, so that every link finds its target.
  const findTargets = groupTargets(await loadTargets(context, userId));
  return rows.map(([id, domainId, localPart, active, notes, createdAtS, improvmxId, providerState]) => {
    const createdAt = new Date(Math.round(createdAtS * 1000));
    const row = { id, userId, localPart, active, notes, createdAt, improvmxId, providerState };
    return aliasView(row, domains.get(domainId) ?? '', findTargets(links.get(id) ?? ''));
  });
};
