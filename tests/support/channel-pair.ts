import { setImmediate } from 'node:timers/promises';
import type { Channel } from '#platform/channel.ts';

/** Two ends of a channel within one process; each message goes through JSON and arrives in a later turn, in order. */
export interface ChannelPair {
  readonly primary: Channel;
  readonly worker: Channel;
  /** The worker is gone: nothing more arrives, and the primary hears of it. */
  kill(): void;
}

interface End {
  readonly channel: Channel;
  readonly receive: (topic: string, body: unknown) => unknown;
}

function copy(body: unknown): unknown {
  return body === undefined ? undefined : JSON.parse(JSON.stringify(body));
}

function makeEnd(other: () => End, isOpen: () => boolean, closed: Promise<void>): End {
  const handlers = new Map<string, (body: unknown) => unknown>();
  let sent: Promise<unknown> = Promise.resolve();
  const send = (topic: string, body: unknown): Promise<unknown> => {
    const message = copy(body);
    const arrival = sent.then(() => setImmediate());
    sent = arrival;
    return arrival.then(async () => {
      if (!isOpen()) throw new Error('the other side is gone');
      return copy(await other().receive(topic, message));
    });
  };
  return {
    receive: (topic, body) => {
      const handler = handlers.get(topic);
      if (handler === undefined) throw new Error(`nobody takes ${topic}`);
      return handler(body);
    },
    channel: {
      tell: (topic, body) => {
        void send(topic, body).catch((error: unknown) => {
          if (isOpen()) throw error;
        });
      },
      ask: (topic, body) => Promise.race([send(topic, body), closed.then(() => Promise.reject(new Error('gone')))]),
      handle: (topic, handler) => handlers.set(topic, handler),
      closed,
    },
  };
}

export function createChannelPair(): ChannelPair {
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  let open = true;
  const isOpen = (): boolean => open;
  const primary: End = makeEnd(() => worker, isOpen, closed);
  const worker: End = makeEnd(() => primary, isOpen, closed);
  return {
    primary: primary.channel,
    worker: worker.channel,
    kill: () => {
      open = false;
      close();
    },
  };
}
