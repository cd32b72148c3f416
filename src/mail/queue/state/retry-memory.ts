import { createHash, createHmac } from 'node:crypto';
import type { MailLimits } from '#mail/mail-limits.ts';
import type { RawMessage } from '#protocol/message/parse-message.ts';
import { BoundedMap } from '#platform/bounded-map.ts';
import type { Clock } from '#platform/clock.ts';
import type { Random } from '#platform/random.ts';
import type { Channel } from '#platform/channel.ts';

/** `pending`: the destination has the message and has not answered yet. */
export type Remembered = 'accepted' | 'pending';

/**
 * Deliveries that were made although the sender had to be told to try again. They are skipped on the retry, so that
 * nobody gets the message twice. Holds keyed hashes only, in memory, the oldest forgotten first, and none longer than
 * senders try. One for all processes of a program.
 */
export interface RetryMemory {
  /** Known without asking another process; never true while something is remembered. */
  readonly isEmpty: boolean;
  /** What is known of each recipient, in their order. */
  find(message: string, recipients: readonly string[]): Promise<readonly (Remembered | null)[]>;
  /** Settles when every process would find it. @throws Error when the process that remembers is gone. */
  remember(message: string, recipient: string, what: Remembered): Promise<void>;
  forget(message: string, recipient: string): void;
}

/** The memory where it is held; its key dies with the process. */
export function createRetryMemory(limits: MailLimits, clock: Clock, random: Random): RetryMemory {
  const secret = random.bytes(32);
  const { rememberedDeliveries: max, deliveriesRememberedMs: ttlMs } = limits;
  const memory = new BoundedMap<Remembered>({ max, expiry: { clock, ttlMs } });
  const keyOf = (message: string, recipient: string): string =>
    createHmac('sha256', secret).update(`${message}\0${recipient}`).digest('base64');
  return {
    get isEmpty() {
      return memory.size === 0;
    },
    find: async (message, recipients) => recipients.map((recipient) => memory.get(keyOf(message, recipient)) ?? null),
    remember: async (message, recipient, what) => memory.set(keyOf(message, recipient), what),
    forget: (message, recipient) => memory.delete(keyOf(message, recipient)),
  };
}

/** Fields an author writes; a relay that tries again may come from another host and change the trace fields. */
const authored = new Set(['from', 'to', 'cc', 'subject', 'date', 'message-id']);

/** Names a message so that a retry is recognised, also when it comes over another of the sender's hosts. */
export function fingerprintOf(reversePath: string, { fields, body }: RawMessage): string {
  const hash = createHash('sha256').update(`${reversePath}\0`);
  for (const { key, raw } of fields) if (authored.has(key)) hash.update(raw);
  return hash.update('\0').update(body).digest('base64');
}

const topics = {
  find: 'retry-find',
  remember: 'retry-remember',
  forget: 'retry-forget',
  empty: 'retry-empty',
} as const;

type Find = readonly [message: string, recipients: readonly string[]];
type Remember = readonly [message: string, recipient: string, what: Remembered];
type Forget = readonly [message: string, recipient: string];

/** For a worker: the memory of its program. */
export function createRemoteRetryMemory(channel: Channel): RetryMemory {
  // Until the primary says so, there may be something.
  let isEmpty = false;
  channel.handle(topics.empty, (body) => {
    isEmpty = body === true;
  });
  return {
    get isEmpty() {
      return isEmpty;
    },
    find: async (...question) => (await channel.ask(topics.find, question satisfies Find)) as (Remembered | null)[],
    remember: async (...entry) => {
      await channel.ask(topics.remember, entry satisfies Remember);
    },
    forget: (...entry) => channel.tell(topics.forget, entry satisfies Forget),
  };
}

/**
 * For the primary: remembers for its workers. Each knows at any time whether there is anything to ask for; what a worker
 * that died had not heard the answer to is as forgotten as if the program had ended.
 */
export function createRetryService(memory: RetryMemory): { join(channel: Channel): void } {
  const workers = new Set<Channel>();
  let wasEmpty = true;

  /** Settles when all that live know. */
  const tellAll = async (): Promise<void> => {
    const { isEmpty } = memory;
    if (isEmpty === wasEmpty) return;
    wasEmpty = isEmpty;
    await Promise.allSettled([...workers].map((worker) => worker.ask(topics.empty, isEmpty)));
  };

  return {
    join: (channel) => {
      const pending = new Map<string, Forget>();
      workers.add(channel);
      channel.tell(topics.empty, memory.isEmpty);
      channel.handle(topics.find, (body) => memory.find(...(body as Find)));
      channel.handle(topics.remember, async (body) => {
        const [message, recipient, what] = body as Remember;
        const key = `${message} ${recipient}`;
        if (what === 'pending') pending.set(key, [message, recipient]);
        else pending.delete(key);
        await memory.remember(message, recipient, what);
        await tellAll();
      });
      const forget = (entry: Forget): void => {
        pending.delete(entry.join(' '));
        memory.forget(...entry);
      };
      channel.handle(topics.forget, (body) => {
        forget(body as Forget);
        void tellAll();
      });
      void channel.closed.then(() => {
        workers.delete(channel);
        for (const entry of pending.values()) forget(entry);
        return tellAll();
      });
    },
  };
}
