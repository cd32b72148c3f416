import { limits } from '#contract/limits.ts';
import { offlineName } from '#web/lib/offline/offline-owner.ts';

/** Of an alias, all that is kept: its address, and how it stood. */
interface KeptAlias {
  readonly address: string;
  readonly state: string;
}

export interface OfflineList {
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  readonly aliases: readonly KeptAlias[];
}

interface Row {
  /** Cannot be read out of the browser, by no script either. */
  readonly key: CryptoKey;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}

const algorithm = 'AES-GCM';
const ivBytes = 12;
const storeName = 'list';
const rowName = 'newest';
const keptForMs = limits.offlineDays * 24 * 60 * 60 * 1000;

function settle<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the browser stores nothing')));
  });
}

/** Nothing stays open: a database that is open elsewhere could not be erased. */
async function withStore<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open(offlineName);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(storeName));
  const database = await settle(opening);
  try {
    return await settle(ask(database.transaction(storeName, mode).objectStore(storeName)));
  } finally {
    database.close();
  }
}

/** Keeps a list in the place of the one before, under a key of its own. @returns whether there was one before */
export async function saveList(list: OfflineList): Promise<boolean> {
  const key = await crypto.subtle.generateKey({ name: algorithm, length: 256 }, false, ['encrypt', 'decrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const text = new TextEncoder().encode(JSON.stringify(list));
  const row: Row = { key, iv, sealed: await crypto.subtle.encrypt({ name: algorithm, iv }, key, text) };
  const before = await withStore('readonly', (store) => store.count());
  await withStore('readwrite', (store) => store.put(row, rowName));
  return before > 0;
}

async function eraseList(): Promise<void> {
  await settle(indexedDB.deleteDatabase(offlineName));
}

/** The list that is kept; null: there is none. One that is older than a week, or from the future, is erased. */
export async function readList(now: number): Promise<OfflineList | null> {
  try {
    const row = (await withStore('readonly', (store) => store.get(rowName))) as Row | undefined;
    if (row === undefined) return null;
    const { key, iv, sealed } = row;
    const text = new TextDecoder().decode(await crypto.subtle.decrypt({ name: algorithm, iv }, key, sealed));
    const list = JSON.parse(text) as OfflineList;
    if (list.savedAt <= now && now - list.savedAt < keptForMs) return list;
  } catch {
    // What cannot be read is of no use to anybody.
  }
  await eraseList();
  return null;
}
