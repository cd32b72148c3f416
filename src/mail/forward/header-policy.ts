import { decodeWords } from '#protocol/message/encoded-words.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';

/** What becomes of a field on the way to the owner. */
export type HeaderAction =
  /** Passes octet by octet. */
  | 'keep'
  | 'drop'
  /** Replaced by the author's reverse address. */
  | 'author'
  /** A list of mailboxes that become reverse addresses. */
  | 'mailboxes'
  /** RFC 2369 links, to the web or to reverse addresses. */
  | 'links'
  /** The same, or moved aside where the owner has a link of their own instead. */
  | 'unsubscribe'
  /** Ids of messages, as the owner's side knows them. */
  | 'thread'
  /** An authenticated received chain (RFC 8617): passes where it is sealed on. */
  | 'chain'
  /** RFC 8058: only beside a web link of the author. */
  | 'one-click'
  /** RFC 3834 §5: without what stands behind its keyword, where an address is among that. */
  | 'keyword';

const fates = new Map<string, HeaderAction>();
function assign(fate: HeaderAction, keys: readonly string[]): void {
  keys.forEach((key) => fates.set(key, fate));
}

assign('author', ['from']);
assign('mailboxes', ['reply-to', 'to', 'cc']);
assign('unsubscribe', ['list-unsubscribe']);
assign('one-click', ['list-unsubscribe-post']);
assign('thread', ['message-id', 'in-reply-to', 'references']);
assign('chain', ['arc-seal', 'arc-message-signature', 'arc-authentication-results']);
assign('keep', [
  'subject',
  'date',
  'mime-version',
  // Trace of the sender's side (RFC 5321 §4.4); no client answers to it, and it names the alias at most.
  'received',
]);
assign('drop', [
  // A client may answer to these, with the owner's real address.
  'sender',
  'mail-followup-to',
  'mail-reply-to',
  'followup-to',
  'disposition-notification-to',
  'disposition-notification-options',
  'return-receipt-to',
  'return-receipt-requested',
  'x-confirm-reading-to',
  'errors-to',
  'autocrypt',
  'autocrypt-gossip',
  // Envelope and delivery of earlier hops: not true of ours.
  'bcc',
  'return-path',
  'delivered-to',
  'envelope-to',
  'apparently-to',
  'x-envelope-to',
  'x-envelope-from',
  'x-original-to',
  'x-forwarded-to',
  'x-forwarded-for',
  'x-kauke-return-path',
  'x-kauke-held',
  'x-kauke-copy',
  'x-kauke-also-to',
  'x-kauke-list-unsubscribe',
  // Broken by the new From, or the word of servers the owner does not know.
  'dkim-signature',
  'x-google-dkim-signature',
  'domainkey-signature',
  'authentication-results',
  'received-spf',
]);

/** Unknown fields may be ones that some client answers to: they pass unless they hold an address. */
function holdsAddress(field: HeaderField): boolean {
  const text = fieldText(field);
  return text.includes('@') || (text.includes('=?') && decodeWords(text).includes('@'));
}

/** Decides by name; a field unknown to us passes unless an address is in it. */
export function fateOf(field: HeaderField): HeaderAction {
  const fate = fates.get(field.key);
  if (fate) return fate;
  if (field.key.startsWith('content-')) return 'keep';
  if (field.key.startsWith('resent-')) return 'drop';
  if (field.key.startsWith('list-') && field.key !== 'list-id') return 'links';
  if (!holdsAddress(field)) return 'keep';
  // `owner-email=` (RFC 5436 §2.7.1): without the field, programs would answer a program.
  return field.key === 'auto-submitted' ? 'keyword' : 'drop';
}
