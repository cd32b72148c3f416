import type { NotNull } from 'kysely';
import type { CoreContext } from '#core/core-context.ts';
import { openKeys, otherSelector, type DkimKeys } from '#core/domains/domain-keys.ts';
import type { Db } from '#database/database.ts';
import { runEvery } from '#platform/run-every.ts';

/** A domain of ours, live or retired, with the keys that sign its mail. */
export interface MailDomain extends DkimKeys {
  readonly id: string;
  /** Lower-case A-label. */
  readonly name: string;
  /** Old aliases on it live on, new ones are not given. */
  readonly retired: boolean;
  /** The keys that come next (null), or those that signed last and are needed until then. */
  readonly spare: (DkimKeys & { readonly until: Date | null }) | null;
}

/** All domains in memory: answers at once, follows the database within `reloadEveryMs`. */
export interface DomainDirectory {
  /** Takes any case; null for a domain that is not ours. */
  find(name: string): MailDomain | null;
  /** Every domain, retired ones too, by position. */
  all(): readonly MailDomain[];
  /** Names for new aliases: the two preferred ones first, then by alphabet. */
  names(): readonly string[];
  reload(): Promise<void>;
  /** Stops following the database. */
  close(): void;
}

interface Snapshot {
  readonly byName: ReadonlyMap<string, MailDomain>;
  /** By their sealed octets: opening and parsing a key costs more. */
  readonly opened: ReadonlyMap<string, DkimKeys>;
  readonly names: readonly string[];
}

/** What shared domains have, and those of accounts have not. */
const sharedColumns = ['id', 'name', 'position', 'dkimSelector', 'dkimKeySealed'] as const;

function readShared(db: Db) {
  return db
    .selectFrom('domains')
    .select([...sharedColumns, 'dkimSpareKeySealed', 'dkimSpareUntil', 'retiredAt'])
    .where('kind', '=', 'shared')
    .$narrowType<Record<(typeof sharedColumns)[number], NotNull>>()
    .orderBy('position')
    .orderBy('name')
    .execute();
}

const preferredCount = 2;

function orderNames(names: readonly string[]): string[] {
  return [...names.slice(0, preferredCount), ...names.slice(preferredCount).sort()];
}

export interface DirectoryOptions {
  /** Whether mail gets a second signature with Ed25519. */
  readonly dkimEd25519?: boolean;
  readonly reloadEveryMs?: number;
}

/** Loads the directory. Call `seedDomains` first. */
export async function createDomainDirectory(
  { database, keys, log }: Pick<CoreContext, 'database' | 'keys' | 'log'>,
  { dkimEd25519 = false, reloadEveryMs = 30_000 }: DirectoryOptions = {},
): Promise<DomainDirectory> {
  let snapshot: Snapshot = { byName: new Map(), opened: new Map(), names: [] };

  const reload = async (): Promise<void> => {
    const rows = await readShared(database.db);
    const opened = new Map<string, DkimKeys>();
    const open = (id: string, selector: string, sealed: Buffer): DkimKeys => {
      const name = `${selector} ${sealed.toString('base64')}`;
      const found = snapshot.opened.get(name) ?? openKeys(keys, { id, selector, sealed }, dkimEd25519);
      opened.set(name, found);
      return found;
    };
    const byName = new Map(
      rows.map(({ id, name, dkimSelector, dkimKeySealed, dkimSpareKeySealed, dkimSpareUntil: until, retiredAt }) => {
        const spare = dkimSpareKeySealed && { ...open(id, otherSelector(dkimSelector), dkimSpareKeySealed), until };
        return [name, { id, name, ...open(id, dkimSelector, dkimKeySealed), spare, retired: retiredAt !== null }];
      }),
    );
    const live = rows.filter((row) => row.retiredAt === null).map((row) => row.name);
    snapshot = { byName, opened, names: orderNames(live) };
  };

  await reload();
  const stop = runEvery(reloadEveryMs, reload, (error) => log.error('domain_reload_failed', error));

  return {
    find: (name) => snapshot.byName.get(name.toLowerCase()) ?? null,
    all: () => [...snapshot.byName.values()],
    names: () => snapshot.names,
    reload,
    close: () => void stop(),
  };
}
