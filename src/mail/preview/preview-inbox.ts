import type { InboxEntry, InboxMessage } from '#contract/inbox.ts';
import { filenameOf, sortParts } from '#protocol/message/body-parts.ts';
import { decodeWords } from '#protocol/message/encoded-words.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMailboxes } from '#protocol/message/mailboxes.ts';
import { headerLimits, parseMessage, type RawMessage } from '#protocol/message/parse-message.ts';
import { type MimePart, parseParts } from '#protocol/message/parse-parts.ts';
import { decodeText, decodeTransfer } from '#protocol/message/transfer-encoding.ts';
import type { Attempt, DeliveryRequest, Transport } from '#protocol/smtp-client/transport.ts';
import type { Clock } from '#platform/clock.ts';
import type { Random } from '#platform/random.ts';

/** Outbound mail that stays in memory, to be read at `/inbox`. */
export interface PreviewInbox extends Transport {
  /** Changes whenever the list does, and never repeats, also not in the next process. */
  version(): string;
  /** Newest first. */
  list(): Promise<InboxEntry[]>;
  find(id: string): Promise<InboxMessage | null>;
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
      const message = messages.find((candidate) => candidate.id === id);
      if (message === undefined) return null;
      const { receivedAt, mailFrom, rcptTo, content } = message;
      return { id, receivedAt, mailFrom, rcptTo, ...readShown(content) };
    },
  };
}

/** The fields of a list entry that stand in the message itself. */
type PreviewSummary = Pick<InboxEntry, 'from' | 'subject'>;

const unreadableShownBytes = 64 * 1024;

/** Null for a header beyond our limits. */
function parseOrNull(content: Buffer): RawMessage | null {
  const message = parseMessage(content);
  const headerBytes = content.length - message.body.length;
  return headerBytes > headerLimits.maxBytes || message.fields.length > headerLimits.maxFields ? null : message;
}

/** Decoded From and Subject; empty texts where they cannot be read. */
function readSummary(content: Buffer): PreviewSummary {
  const fields = parseOrNull(content)?.fields ?? [];
  const textOf = (wanted: string): string => {
    const field = fields.find(({ key }) => key === wanted);
    return field === undefined ? '' : fieldText(field);
  };
  const from = textOf('from');
  const { name, address } = parseMailboxes(from)[0] ?? { name: null, address: decodeWords(from) };
  return { from: name === null ? address : `${name} <${address}>`, subject: decodeWords(textOf('subject')) };
}

function joinTexts(parts: readonly MimePart[]): string | null {
  return parts.length === 0 ? null : parts.map(decodeText).join('\n').replaceAll('\r\n', '\n');
}

/**
 * What of a message is shown: headers in their order, text, HTML and what is attached. Of one with more header or more
 * parts than we read, the first 64 KiB as text. Never throws.
 */
function readShown(content: Buffer): Pick<InboxMessage, 'headers' | 'text' | 'html' | 'attachments'> {
  const message = parseOrNull(content);
  const tree = message && parseParts(message);
  if (!tree?.complete) {
    return { headers: [], text: content.subarray(0, unreadableShownBytes).toString(), html: null, attachments: [] };
  }
  const { plain, html, attached } = sortParts(tree.root);
  return {
    headers: tree.root.fields.map((field) => [field.name, fieldText(field)]),
    text: joinTexts(plain),
    html: joinTexts(html),
    attachments: attached.map((part) => ({
      filename: filenameOf(part),
      mimeType: part.type,
      sizeBytes: decodeTransfer(part.content, part.encoding).length,
    })),
  };
}
