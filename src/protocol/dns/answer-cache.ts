import type { TimedAnswer } from '#protocol/dns/read-answer.ts';
import type { DnsAnswer } from '#protocol/dns/resolver.ts';
import { BoundedMap } from '#platform/bounded-map.ts';
import type { Clock } from '#platform/clock.ts';

/** A cache of DNS answers, for as long as they hold (TTL). Equal questions at once are asked once. */
export interface AnswerCache {
  /** `key` names type and name, so that each key always has answers of one type. `ask` never rejects. */
  remember<T>(key: string, ask: () => Promise<TimedAnswer<T>>): Promise<DnsAnswer<T>>;
}

interface Entry {
  readonly answer: Promise<DnsAnswer<unknown>>;
  readonly bytes: number;
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

/** A cache of answers that holds at most `maxBytes`; what was not used for longest goes first. */
export function createAnswerCache({ clock, maxBytes }: { clock: Clock; maxBytes: number }): AnswerCache {
  // While a question is under way its entry does not grow old.
  const entries = new BoundedMap<Entry>({
    max: maxBytes,
    weigh: ({ bytes }) => bytes,
    evict: 'least-recently-used',
    expiry: { clock, ttlMs: Infinity },
  });

  return {
    remember: <T>(key: string, ask: () => Promise<TimedAnswer<T>>): Promise<DnsAnswer<T>> => {
      const known = entries.get(key);
      if (known !== undefined) return known.answer as Promise<DnsAnswer<T>>;
      const answer = ask().then((timed) => {
        if (entries.get(key) === entry) {
          entries.set(key, { answer, bytes: bytesOf(key, timed.answer) }, timed.ttlMs);
        }
        return timed.answer;
      });
      const entry: Entry = { answer, bytes: entryBytes + key.length };
      entries.set(key, entry);
      return answer;
    },
  };
}
