import type { CoreContext } from '#core/core-context.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { SenderAction } from '#contract/held/sender-rules.ts';

/** What a rule is for: all aliases of an account, or one of them (`aliasId`). */
export interface RuleScope {
  readonly userId: string;
  readonly aliasId: string | null;
}

/** The hash by which the rule about a sender is found. Salted with its scope: rows about one sender cannot be linked. */
export function ruleHash(keys: KeyRing, { userId, aliasId }: RuleScope, match: string): Buffer {
  return keys.lookupHash('sender_rules.match', `${userId} ${aliasId ?? ''} ${match}`);
}

/** The rule that decides about a sender. */
export interface FoundRule {
  readonly match: string;
  readonly action: SenderAction;
  readonly evenIfRejected: boolean;
}

const statement = {
  name: 'find-sender-rules',
  text: 'select match_hash, action, even_if_rejected from sender_rules where match_hash = any ($1::bytea[]) and active',
};

interface RuleRow {
  readonly match_hash: Buffer;
  readonly action: SenderAction;
  readonly even_if_rejected: boolean;
}

/**
 * The rule of an alias, else of its account, for the first of `matches` that has one; null: none. To be asked about
 * aliases that rules are for only. @throws Error when the database does not answer.
 */
export async function findSenderRule(
  { database, keys }: Pick<CoreContext, 'database' | 'keys'>,
  { userId, aliasId }: { readonly userId: string; readonly aliasId: string },
  matches: readonly string[],
): Promise<FoundRule | null> {
  const asked = [aliasId, null].flatMap((scope) =>
    matches.map((match) => ({ match, hash: ruleHash(keys, { userId, aliasId: scope }, match) })),
  );
  const { rows } = await database.pool.query<RuleRow>({ ...statement, values: [asked.map(({ hash }) => hash)] });
  const byHash = new Map(rows.map((row) => [row.match_hash.toString('latin1'), row]));
  for (const { match, hash } of asked) {
    const row = byHash.get(hash.toString('latin1'));
    if (row !== undefined) return { match, action: row.action, evenIfRejected: row.even_if_rejected };
  }
  return null;
}
