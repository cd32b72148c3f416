import type { InboxEntry, InboxMessage } from '#contract/inbox.ts';
import {
  readAttachment,
  readShown,
  readSummary,
  type PreviewAttachment,
  type PreviewSummary,
} from '#mail/preview/read-shown.ts';
import type { Attempt, DeliveryRequest, Transport } from '#protocol/smtp-client/transport.ts';
import type { Clock } from '#platform/clock.ts';
import type { Random } from '#platform/random.ts';

/** Outbound mail that stays in memory, to be read at `/inbox`. */
export interface PreviewInbox extends Transport {
  /** Changes whenever the list does, and never repeats, also not in the next process. */
  version(): string;
  /** Newest first. */
  list(): Promise<InboxEntry[]>;
  find(id: string): Promise<Omit<InboxMessage, 'replyTo'> | null>;
  findAttachment(id: string, index: number): PreviewAttachment | null;
  /** As it was delivered. */
  findRaw(id: string): { readonly rcptTo: string; readonly content: Buffer } | null;
}

export interface PreviewInboxOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Messages kept; older ones fall out. */
  readonly capacity: number;
  /** Octets kept in all; older messages fall out, the newest one stays whatever its size. */
  readonly maxBytes: number;
}

interface StoredMessage {
  readonly id: string;
  readonly receivedAt: string;
  readonly mailFrom: string;
  readonly rcptTo: string;
  readonly content: Buffer;
  /** Parsed when first listed. */
  summary: PreviewSummary | null;
}

const delivered: Attempt = {
  outcome: Promise.resolve({ kind: 'delivered' }),
  pastFinalDot: () => true,
  stop: () => {},
};

/** The preview transport and the mailbox behind it: every attempt is delivered at once, into memory. */
export function createPreviewInbox({ clock, random, capacity, maxBytes }: PreviewInboxOptions): PreviewInbox {
  const instance = random.uuid();
  const messages: StoredMessage[] = [];
  let totalBytes = 0;
  let changes = 0;

  const dropOldest = (): void => {
    while (messages.length > capacity || (totalBytes > maxBytes && messages.length > 1)) {
      totalBytes -= messages.pop()?.content.length ?? 0;
    }
  };

  const store = ({ mailFrom, rcptTo, content }: DeliveryRequest): void => {
    // A copy: the pieces are views into buffers that belong to the sender.
    const copy = Buffer.concat(content);
    const receivedAt = new Date(clock.now()).toISOString();
    messages.unshift({ id: random.uuid(), receivedAt, mailFrom, rcptTo, content: copy, summary: null });
    totalBytes += copy.length;
    changes += 1;
    dropOldest();
  };

  const describe = (message: StoredMessage): InboxEntry => {
    message.summary ??= readSummary(message.content);
    const { id, receivedAt, rcptTo, content } = message;
    return { id, receivedAt, to: rcptTo, sizeBytes: content.length, ...message.summary };
  };

  const findRaw = (id: string): StoredMessage | null => messages.find((candidate) => candidate.id === id) ?? null;

  return {
    destinationOf: () => 'preview',
    attempt: (message) => {
      store(message);
      return delivered;
    },
    close: async () => {},
    version: () => `${instance}-${changes}`,
    list: async () => messages.map(describe),
    find: async (id) => {
      const message = findRaw(id);
      if (message === null) return null;
      const { receivedAt, mailFrom, rcptTo, content } = message;
      return { id, receivedAt, mailFrom, rcptTo, ...readShown(content) };
    },
    findAttachment: (id, index) => {
      const message = findRaw(id);
      return message && readAttachment(message.content, index);
    },
    findRaw,
  };
}
