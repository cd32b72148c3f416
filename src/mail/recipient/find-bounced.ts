import { findByLink } from '#core/alias-rows/alias-links.ts';
import { readAliasRows } from '#core/alias-rows/read-rows.ts';
import type { WhichAliases } from '#core/alias-rows/which-aliases.ts';
import type { Database, Db } from '#database/database.ts';
import type { BouncedName } from '#mail/recipient/address-forms.ts';

/** What a bounce address stands for. */
export interface Bounced {
  readonly aliasId: string;
  readonly userId: string;
  /** Null where the alias is named and not its target. */
  readonly targetId: string | null;
  /** The alias's name, lower case. */
  readonly local: string;
  readonly domainId: string;
  /** A-label. */
  readonly domain: string;
}

/** What a bounce address names, of the aliases among `which`. */
export async function findNamed(db: Db, { names, id }: BouncedName, which: WhichAliases) {
  if (names === 'link') return findByLink(db, id, which);
  const facts = ['id', 'userId', 'localPart', 'domainId', 'domain'] as const;
  const [row] = await readAliasRows(db, { ...which, number: id }, facts);
  return row && { ...row, targetId: null };
}

/** Null when the alias, or the link that was named, is gone. @throws Error when the database does not answer. */
export async function findBounced({ db }: Database, name: BouncedName): Promise<Bounced | null> {
  const row = await findNamed(db, name, {});
  if (row === undefined) return null;
  const { id: aliasId, userId, targetId, localPart: local, domainId, domain } = row;
  return { aliasId, userId, targetId, local, domainId, domain };
}
