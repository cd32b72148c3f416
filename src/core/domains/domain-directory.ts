import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { CoreContext } from '#core/core-context.ts';
import type { SealContext } from '#core/keys/key-ring.ts';

/** A domain of ours, live or retired. */
export interface MailDomain {
  readonly id: string;
  /** Lower-case A-label. */
  readonly name: string;
  readonly selector: string;
  /** Private DKIM key. */
  readonly key: KeyObject;
  /** Old aliases on it live on, new ones are not given. */
  readonly retired: boolean;
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
  readonly byName: ReadonlyMap<string, MailDomain & { readonly sealed: Buffer }>;
  readonly names: readonly string[];
}

const preferredCount = 2;

function orderNames(names: readonly string[]): string[] {
  return [...names.slice(0, preferredCount), ...names.slice(preferredCount).sort()];
}

/** Loads the directory. Call `seedDomains` first. */
export async function createDomainDirectory(
  { database, keys, log }: Pick<CoreContext, 'database' | 'keys' | 'log'>,
  reloadEveryMs = 30_000,
): Promise<DomainDirectory> {
  let snapshot: Snapshot = { byName: new Map(), names: [] };

  const reload = async (): Promise<void> => {
    const rows = await database.db.selectFrom('domains').selectAll().orderBy('position').orderBy('name').execute();
    const byName = new Map(
      rows.map((row) => {
        const known = snapshot.byName.get(row.name);
        // Opening and parsing a key costs more than comparing its sealed octets.
        const key = known?.sealed.equals(row.dkimKeySealed)
          ? known.key
          : createPrivateKey(keys.open(domainKeyContext(row.id), row.dkimKeySealed));
        const { id, name, dkimSelector: selector, dkimKeySealed: sealed } = row;
        return [name, { id, name, selector, key, retired: row.retiredAt !== null, sealed }];
      }),
    );
    const live = rows.filter((row) => row.retiredAt === null).map((row) => row.name);
    snapshot = { byName, names: orderNames(live) };
  };

  await reload();
  const timer = setInterval(() => {
    reload().catch((error: unknown) => log.error('domain_reload_failed', error));
  }, reloadEveryMs);
  timer.unref();

  return {
    find: (name) => snapshot.byName.get(name.toLowerCase()) ?? null,
    all: () => [...snapshot.byName.values()],
    names: () => snapshot.names,
    reload,
    close: () => clearInterval(timer),
  };
}

/** What a domain's sealed DKIM key is bound to (`domains.dkim_key_sealed`). */
export function domainKeyContext(domainId: string): SealContext {
  return { field: 'domains.dkim_key', rowId: domainId };
}
