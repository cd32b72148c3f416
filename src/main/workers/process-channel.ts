import type { Channel } from '#platform/channel.ts';

/** Either end of Node's IPC: a child process, or the process that was forked. */
export interface ProcessEnd {
  send?(message: unknown, handle: undefined, options: undefined, done: (error: Error | null) => void): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  once(event: 'disconnect', listener: () => void): unknown;
}

/** `id`: of what is asked, and of its answer; null: nobody waits for one. */
type Packet =
  | { readonly kind: 'message'; readonly topic: string; readonly body: unknown; readonly id: number | null }
  | { readonly kind: 'answer'; readonly id: number; readonly body: unknown }
  | { readonly kind: 'failure'; readonly id: number };

type Message = Extract<Packet, { kind: 'message' }>;

/** Joins what is written within one turn of the event loop into one message. Nobody reads what is sent to a lost side. */
function createSender(end: ProcessEnd): (packet: Packet) => void {
  let waiting: Packet[] = [];
  return (packet) => {
    if (waiting.push(packet) > 1) return;
    setImmediate(() => {
      const packets = waiting;
      waiting = [];
      end.send?.(packets, undefined, undefined, () => {});
    });
  };
}

/** What one side takes from the other. A message that comes before its handler waits for it. */
function createTopics(send: (packet: Packet) => void) {
  const handlers = new Map<string, (body: unknown) => unknown>();
  const early = new Map<string, Message[]>();

  const answer = async (handler: (body: unknown) => unknown, { body, id }: Message): Promise<void> => {
    if (id === null) {
      await handler(body);
      return;
    }
    try {
      send({ kind: 'answer', id, body: await handler(body) });
    } catch {
      send({ kind: 'failure', id });
    }
  };

  return {
    take: (message: Message): void => {
      const { topic } = message;
      const handler = handlers.get(topic);
      if (handler !== undefined) void answer(handler, message);
      else early.set(topic, [...(early.get(topic) ?? []), message]);
    },
    handle: (topic: string, handler: (body: unknown) => unknown): void => {
      handlers.set(topic, handler);
      for (const message of early.get(topic) ?? []) void answer(handler, message);
      early.delete(topic);
    },
  };
}

/** The channel to the process at the other end of Node's IPC. */
export function createProcessChannel(end: ProcessEnd): Channel {
  const asked = new Map<number, PromiseWithResolvers<unknown>>();
  const lost = Promise.withResolvers<void>();
  const send = createSender(end);
  const topics = createTopics(send);
  let lastId = 0;
  let isLost = false;

  const take = (packet: Packet): void => {
    if (packet.kind === 'message') {
      topics.take(packet);
      return;
    }
    const waiting = asked.get(packet.id);
    asked.delete(packet.id);
    if (packet.kind === 'answer') waiting?.resolve(packet.body);
    else waiting?.reject(new Error('The other process failed to answer.'));
  };

  end.on('message', (packets) => (packets as Packet[]).forEach(take));
  end.once('disconnect', () => {
    isLost = true;
    for (const { reject } of asked.values()) reject(new Error('The other process is gone.'));
    asked.clear();
    lost.resolve();
  });

  return {
    tell: (topic, body) => send({ kind: 'message', topic, body, id: null }),
    ask: (topic, body) => {
      if (isLost) return Promise.reject(new Error('The other process is gone.'));
      lastId += 1;
      const waiting = Promise.withResolvers<unknown>();
      asked.set(lastId, waiting);
      send({ kind: 'message', topic, body, id: lastId });
      return waiting.promise;
    },
    handle: topics.handle,
    closed: lost.promise,
  };
}
