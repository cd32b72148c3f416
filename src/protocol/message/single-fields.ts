import { editHeader, fieldText, makeField } from '#protocol/message/header-fields.ts';
import type { HeaderField, RawMessage } from '#protocol/message/parse-message.ts';

/** What holds no list: of two that differ, one reader believes the first and another the last. */
const singles: ReadonlySet<string> = new Set(['subject', 'date', 'sender', 'reply-to', 'message-id', 'mime-version']);

/** What holds a list, by what stands between two entries: two such fields say no more than one with both. */
const lists: ReadonlyMap<string, string> = new Map([
  ['to', ', '],
  ['cc', ', '],
  ['in-reply-to', ' '],
  ['references', ' '],
]);

function isSingle(key: string): boolean {
  return singles.has(key) || lists.has(key) || key.startsWith('content-');
}

/** One field for all copies of it, top to bottom; null where they say different things. */
function joinCopies(copies: readonly HeaderField[]): HeaderField | null {
  const texts = new Set(copies.map(fieldText));
  const last = copies.at(-1);
  if (last === undefined || texts.size === 1) return last ?? null;
  const separator = lists.get(last.key);
  return separator === undefined ? null : makeField(last.name, [...texts].join(separator));
}

/**
 * The message with each field once that may stand once (RFC 5322 §3.6, From aside) or is of MIME: identical copies fold
 * into the lowest, which is the one that signatures mean (RFC 6376 §5.4.2), To, Cc and lists of ids are joined. The very
 * message where nothing stands twice; null where copies differ. Linear, never throws.
 */
export function foldSingleFields(message: RawMessage): RawMessage | null {
  const found = new Map<string, HeaderField[]>();
  const doubled = new Set<readonly HeaderField[]>();
  for (const field of message.fields) {
    if (!isSingle(field.key)) continue;
    const copies = found.get(field.key);
    if (copies === undefined) found.set(field.key, [field]);
    else {
      copies.push(field);
      doubled.add(copies);
    }
  }
  if (doubled.size === 0) return message;
  const joined = new Map<HeaderField, HeaderField | null>();
  for (const copies of doubled) {
    const one = joinCopies(copies);
    if (one === null) return null;
    copies.forEach((copy, index) => joined.set(copy, index === copies.length - 1 ? one : null));
  }
  const fields = editHeader(message.fields, (field) => {
    const one = joined.get(field);
    return one === undefined ? field : one;
  });
  return { fields, body: message.body };
}
