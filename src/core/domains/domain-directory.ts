import type { NotNull } from 'kysely';
import type { CoreContext } from '#core/core-context.ts';
import { openKeys, otherSelector, type DkimKeys } from '#core/domains/domain-keys.ts';
import { inBatches } from '#database/batch.ts';
import type { Db } from '#database/database.ts';
import { BoundedMap } from '#platform/bounded-map.ts';
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

/** Whose name stands in a signature, and the keys that make it. */
export interface MailSigner extends DkimKeys {
  /** Lower-case A-label. */
  readonly name: string;
}

/** A domain of an account that is proven, and so ours to take mail for. */
export interface ProvenDomain {
  readonly id: string;
  /** Lower-case A-label. */
  readonly name: string;
  /** Its MX leads here. */
  readonly takesMail: boolean;
}

/**
 * The shared domains in memory: answers at once, follows the database within `reloadEveryMs`. Domains of accounts, of which
 * there may be any number, are asked for one by one.
 */
export interface DomainDirectory {
  /** Takes any case; null for a domain that is not shared. */
  find(name: string): MailDomain | null;
  /** A proven domain of an account, as it was within the last seconds. Takes any case. @throws Error when the database does not answer. */
  findProven(name: string): Promise<ProvenDomain | null>;
  /** The same where it was asked for in these seconds; undefined: it was not. */
  recallProven(name: string): ProvenDomain | null | undefined;
  /**
   * Who signs mail of a domain of ours. Those of accounts have one pair of keys together, that of the first shared domain, to which
   * their DNS leads (CNAME); a sub-domain of a shared one is signed for by that one, in relaxed alignment. Null: there is no domain.
   */
  signer(name: string): MailSigner | null;
  /** Every shared domain, retired ones too, by position. */
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

const provenKept = { max: 5000, ttlMs: 5_000 };
const provenTogether = { together: 200, patienceMs: 250 };

/** Looked up together with all others that are asked for at the same time (batch), and remembered for a moment, also what is not there. */
function createProvenDomains({
  database,
  clock,
}: Pick<CoreContext, 'database' | 'clock'>): Pick<DomainDirectory, 'findProven' | 'recallProven'> {
  const known = new BoundedMap<ProvenDomain | null>({
    max: provenKept.max,
    expiry: { clock, ttlMs: provenKept.ttlMs },
  });
  const find = inBatches(async (names: readonly string[]) => {
    const rows = await database.db
      .selectFrom('domains')
      .select(['id', 'name', 'takesMail'])
      .where('name', 'in', names)
      .where('kind', '<>', 'shared')
      .where('state', 'in', ['verified', 'failing'])
      .execute();
    return names.map((name) => rows.find((row) => row.name === name) ?? null);
  }, provenTogether);
  const recallProven = (name: string) => known.get(name.toLowerCase());
  return {
    recallProven,
    findProven: async (given) => {
      const name = given.toLowerCase();
      const remembered = recallProven(name);
      if (remembered !== undefined) return remembered;
      const found = await find(name);
      known.set(name, found);
      return found;
    },
  };
}

/** Loads the directory. Call `seedDomains` first. */
export async function createDomainDirectory(
  { database, keys, log, clock }: Pick<CoreContext, 'database' | 'keys' | 'log' | 'clock'>,
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

  const find = (name: string): MailDomain | null => snapshot.byName.get(name.toLowerCase()) ?? null;

  return {
    find,
    ...createProvenDomains({ database, clock }),
    signer: (name) => {
      const shared = find(name) ?? find(name.slice(name.indexOf('.') + 1));
      const [first] = snapshot.byName.values();
      return shared ?? (first ? { name, selector: first.selector, key: first.key, ed25519: null } : null);
    },
    all: () => [...snapshot.byName.values()],
    names: () => snapshot.names,
    reload,
    close: () => void stop(),
  };
}
