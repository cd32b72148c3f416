import type { Remembered, RetryMemory } from '#mail/queue/state/retry-memory.ts';
import type { Channel } from '#platform/channel.ts';

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
