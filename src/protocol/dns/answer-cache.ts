import type { TimedAnswer } from '#protocol/dns/read-answer.ts';
import type { DnsAnswer } from '#protocol/dns/resolver.ts';
import type { Clock } from '#platform/clock.ts';

/** Remembers answers for as long as they hold. Equal questions at once are asked once. */
export interface AnswerCache {
  /** `key` names type and name, so that each key always has answers of one type. `ask` never rejects. */
  remember<T>(key: string, ask: () => Promise<TimedAnswer<T>>): Promise<DnsAnswer<T>>;
}

interface Entry {
  readonly answer: Promise<DnsAnswer<unknown>>;
  /** Infinite while the question is under way. */
  expiresAt: number;
  bytes: number;
}

/** About what an entry costs beside its records. */
const entryBytes = 300;
const recordBytes = 50;

function bytesOf(key: string, answer: DnsAnswer<unknown>): number {
  const ownBytes = entryBytes + key.length;
  if (answer.kind !== 'found') return ownBytes;
  // Strings and small records; the size of their JSON is near enough.
  return answer.records.reduce<number>(
    (sum, record) => sum + recordBytes + (typeof record === 'string' ? record.length : JSON.stringify(record).length),
    ownBytes,
  );
}

/** Holds at most `maxBytes`; what was not used for longest goes first. */
export function createAnswerCache({ clock, maxBytes }: { clock: Clock; maxBytes: number }): AnswerCache {
  const entries = new Map<string, Entry>();
  let heldBytes = 0;

  const drop = (key: string, entry: Entry): void => {
    entries.delete(key);
    heldBytes -= entry.bytes;
  };

  const makeRoom = (): void => {
    for (const [key, entry] of entries) {
      if (heldBytes <= maxBytes) return;
      drop(key, entry);
    }
  };

  return {
    remember: <T>(key: string, ask: () => Promise<TimedAnswer<T>>): Promise<DnsAnswer<T>> => {
      const known = entries.get(key);
      if (known !== undefined && clock.now() < known.expiresAt) {
        // To the end of the line of those that go.
        entries.delete(key);
        entries.set(key, known);
        return known.answer as Promise<DnsAnswer<T>>;
      }
      if (known !== undefined) drop(key, known);
      const answer = ask().then((timed) => {
        entry.expiresAt = clock.now() + timed.ttlMs;
        if (entries.get(key) === entry) {
          const bytes = bytesOf(key, timed.answer);
          heldBytes += bytes - entry.bytes;
          entry.bytes = bytes;
          makeRoom();
        }
        return timed.answer;
      });
      const entry: Entry = { answer, expiresAt: Infinity, bytes: entryBytes + key.length };
      entries.set(key, entry);
      heldBytes += entry.bytes;
      makeRoom();
      return answer;
    },
  };
}
