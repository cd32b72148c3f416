import type { KeyRing } from '#core/keys/key-ring.ts';
import type { PublicHostCheck } from '#core/organisation.ts';
import type { SendingRefusal } from '#core/limits/sending-limits.ts';
import { createAddressReplacer, type AddressReplacer } from '#mail/as-alias/address-replacer.ts';
import { rewriteRecipients } from '#mail/as-alias/alias-recipients.ts';
import { findIdentity, isArmoured, isEncryptedText, isKeptWhole, type Finding } from '#mail/as-alias/identity-parts.ts';
import { namesServerOf } from '#mail/as-alias/own-servers.ts';
import type { Draft } from '#mail/as-alias/read-draft.ts';
import { rebuildParts } from '#mail/as-alias/rebuild-parts.ts';
import { writeReplyCalendar } from '#mail/as-alias/reply-calendar.ts';
import { revealsOwner } from '#mail/as-alias/revealing-texts.ts';
import { cleanName } from '#mail/forward/show-mailbox.ts';
import { makeAnswerId } from '#mail/judge/loop-mark.ts';
import { sealThreadId, turnThreadField } from '#mail/rewrite/thread-ids.ts';
import type { Random } from '#platform/random.ts';
import { normalizeAddress, splitAddress } from '#protocol/message/address.ts';
import { editParts } from '#protocol/message/edit-parts.ts';
import { decodeWords, encodeWords } from '#protocol/message/encoded-words.ts';
import { formatDate, joinHeader, makeField, fieldText } from '#protocol/message/header-fields.ts';
import { formatMailbox, parseMailboxes, parseSoleMailbox } from '#protocol/message/mailboxes.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';
import type { MimePart } from '#protocol/message/parse-parts.ts';
import { isEncrypted } from '#protocol/message/sealed-parts.ts';

/** The alias that a message is written as. */
export interface WritingAlias {
  readonly id: string;
  /** `name@domain` in lower case. */
  readonly address: string;
  /** A-label. */
  readonly domain: string;
  /** The owner lets signatures, keys and the like go out. */
  readonly identityParts: boolean;
  /** And messages that are encrypted as a whole, which nobody can look into. */
  readonly encryptedReplies: boolean;
  /** Stands beside its address, whatever the owner's program wrote; null: none was chosen. */
  readonly fromName: string | null;
}

export interface WriteAsAliasInput {
  /** From `readDraft`. */
  readonly draft: Draft;
  readonly alias: WritingAlias;
  /** The display name beside the alias as the owner's program gave it; null for none. Replies have none: it would be the owner's own. */
  readonly authorName: string | null;
  /** Every address of the owner that must not be seen: targets of the account, its own email. */
  readonly ownAddresses: readonly string[];
  /** Organisations whose servers the owner's mail goes through, from `findOwnServers`. */
  readonly ownServers: ReadonlySet<string>;
  /** The alias's correspondents by the tokens of their reverse addresses (`draft.reverseTokens`) and by send address. */
  readonly correspondents: ReadonlyMap<string, string>;
  /** What becomes of other real addresses in To and Cc: a mail program names them, a reply must not. */
  readonly otherRecipients: 'keep' | 'refuse';
  /** A program of the owner answers; whatever its message says, this one tells so. */
  readonly automatic: boolean;
  readonly keys: KeyRing;
  readonly random: Random;
  readonly now: Date;
  readonly isPublicHost: PublicHostCheck;
}

export type WriteAsAliasOutcome =
  /** Unsigned header block without its closing empty line, and the body. */
  | { readonly kind: 'written'; readonly header: Buffer; readonly body: Buffer }
  | { readonly kind: 'refused'; readonly reason: ReplyRefusal };

const maxShown = 10;
const maxSubject = 2000;
/** ASCII that cannot be read as an encoded word, in words that fit into a line. */
const plainSubject = /^(?!.*=\?)(?:[\x21-\x7e]{1,200}(?: |$))*$/;

/** RFC 3834 §5, RFC 2156 §5.3.4; without their defaults, which tell nothing but who writes them: some programs. */
const tokenFields: Readonly<Record<string, readonly string[]>> = {
  'auto-submitted': ['auto-replied', 'auto-generated', 'auto-notified'],
  importance: ['high', 'low'],
};

function find({ message }: Draft, key: string): HeaderField | undefined {
  return message.fields.find((field) => field.key === key);
}

/**
 * That it was handed in (RFC 5321 §4.4), and what everybody has of it in From and Date anyway: not from where, nor under what id, nor
 * whether by a reply or by a mail program (RFC 3848), which one does for all of one's aliases.
 */
function makeTrace({ domain }: WriteAsAliasInput['alias'], date: string): HeaderField {
  return makeField('Received', `by ${domain} with SMTP; ${date}`);
}

/** Replaced first: a name without its at sign is no address any more. */
function makeFrom({ alias, authorName }: WriteAsAliasInput, replacer: AddressReplacer): HeaderField {
  const given = authorName === null ? null : cleanName(replacer.replace(authorName, 'plain'));
  return makeField('From', formatMailbox(alias.fromName ?? given, alias.address));
}

function makeSubject(draft: Draft, replacer: AddressReplacer): HeaderField[] {
  const field = find(draft, 'subject');
  if (field === undefined) return [];
  const text = replacer.replace(decodeWords(fieldText(field)), 'plain').slice(0, maxSubject);
  return [makeField('Subject', plainSubject.test(text) ? text : encodeWords(text))];
}

/** The known word that a field begins with; empty where there is none. */
function readToken(draft: Draft, key: string): string {
  const field = find(draft, key);
  const [value = ''] =
    field === undefined
      ? []
      : fieldText(field)
          .toLowerCase()
          .split(/[;\s(]/, 1);
  return tokenFields[key]?.includes(value) === true ? value : '';
}

/** RFC 3834 §3.1.7: an answer says that a program wrote it. */
function readAutoSubmitted({ draft, automatic }: WriteAsAliasInput): string {
  const given = readToken(draft, 'auto-submitted');
  return automatic && given === '' ? 'auto-replied' : given;
}

function makeTokens(input: WriteAsAliasInput): HeaderField[] {
  const tokens = { 'Auto-Submitted': readAutoSubmitted(input), Importance: readToken(input.draft, 'importance') };
  return Object.entries(tokens).flatMap(([name, value]) => (value === '' ? [] : [makeField(name, value)]));
}

/** Ids turned for the other side; a message without one gets one of the same form, an automatic answer its mark. */
function makeThread(input: WriteAsAliasInput): HeaderField[] {
  const { draft, keys, alias, random } = input;
  const turn = (name: string): HeaderField | null => {
    const field = find(draft, name.toLowerCase());
    return field === undefined ? null : turnThreadField(keys, alias, { ...field, name });
  };
  const makeId = (id: string): HeaderField => makeField('Message-ID', `<${id}>`);
  const isAnswer = input.automatic || readAutoSubmitted(input) === 'auto-replied';
  const id = isAnswer ? makeId(makeAnswerId(keys, alias, random)) : turn('Message-ID');
  const thread = [turn('In-Reply-To'), turn('References')].filter((field) => field !== null);
  return [id ?? makeId(sealThreadId(keys, alias, `${random.uuid()}@${alias.domain}`)), ...thread];
}

/** Addresses in all their spellings: a sub-address gives its mailbox away (RFC 5233). */
function withMailboxes(addresses: readonly string[]): string[] {
  return [
    ...new Set(
      addresses.flatMap((address) => {
        const { local, domain } = splitAddress(normalizeAddress(address));
        const [mailbox = ''] = local.split('+', 1);
        return mailbox === '' ? [`${local}@${domain}`] : [`${local}@${domain}`, `${mailbox}@${domain}`];
      }),
    ),
  ];
}

/** What is hidden: nothing of an owner who writes to nobody but themselves, as everybody does who tries an alias out. */
function findHidden({ ownAddresses, correspondents, otherRecipients }: WriteAsAliasInput): string[] {
  const own = withMailboxes(ownAddresses);
  const others = new Set([...correspondents.values()].map(normalizeAddress));
  const isTrial =
    otherRecipients === 'refuse' && others.size > 0 && [...others].every((address) => own.includes(address));
  return isTrial ? own.filter((address) => !others.has(address)) : own;
}

/** The name that the owner's program puts beside the owner's address, here and in what it quotes. */
function findNames({ draft, alias: { fromName }, authorName }: WriteAsAliasInput): string[] {
  const from = find(draft, 'from');
  const isShown = authorName !== null && fromName === null;
  const name = from === undefined || isShown ? null : (parseSoleMailbox(fieldText(from))?.name ?? null);
  return name === null || name === fromName ? [] : [name];
}

/** How the owner's program calls those it writes to, without what we put around their names on the way to it. */
function findOtherNames({ draft: { message } }: WriteAsAliasInput): string[] {
  const mailboxes = message.fields
    .filter(({ key }) => key === 'to' || key === 'cc')
    .flatMap((field) => parseMailboxes(fieldText(field)));
  return mailboxes
    .slice(0, maxShown)
    .flatMap(({ name }) => name?.replaceAll(/^\[unverified\] *| *\([^()]*\)$/gi, '') ?? []);
}

/** How the owner of a message is known, and what hides them. */
export function hideOwner(input: WriteAsAliasInput) {
  const { alias, correspondents, isPublicHost } = input;
  const hidden = findHidden(input);
  const names = findNames(input);
  const replacer = createAddressReplacer({
    hidden,
    names,
    otherNames: findOtherNames(input),
    alias: alias.address,
    correspondents,
    // Who lets out what tells of them is not asked.
    keepsOthers: !alias.identityParts,
    isPublicHost,
  });
  return { hidden: new Set(hidden), names, replacer };
}

/** A multipart of which nothing could be read: nobody could say what it holds. */
function isUnreadable(part: MimePart): boolean {
  return (
    !isKeptWhole(part) &&
    ((part.type.startsWith('multipart/') && part.children.length === 0) || part.children.some(isUnreadable))
  );
}

function refused(reason: ReplyRefusal): WriteAsAliasOutcome {
  return { kind: 'refused', reason };
}

/** The texts that may be rewritten: a word changed inside a PGP block would break it. */
function rewritable({ texts }: Draft): Map<MimePart, string> {
  return new Map([...texts].filter(([, text]) => !isArmoured(text)));
}

function* writeBody(input: WriteAsAliasInput, replacer: AddressReplacer, hidden: ReadonlySet<string>) {
  const { draft, alias, correspondents, random } = input;
  const { root } = draft.tree;
  const texts = rewritable(draft);
  const replace = (text: string): string => replacer.replace(text, 'plain');
  const edits = yield* rebuildParts({
    root,
    texts,
    replacer,
    namesServer: namesServerOf(input.ownServers),
    writeCalendar: (text) => writeReplyCalendar(text, { alias: alias.address, correspondents, hidden, replace }),
    domain: alias.domain,
    random,
  });
  return {
    edited: editParts(draft.message, root, edits),
    texts: [...texts].map(([part, text]) => edits.get(part)?.text ?? text),
    fields: [...edits.values()].flatMap(({ fields = [] }) => fields),
  };
}

/** What cannot be read cannot be cleaned: such a message passes only where its owner allowed that. */
export function passesEncrypted({ draft, alias }: Pick<WriteAsAliasInput, 'draft' | 'alias'>): boolean {
  const { root } = draft.tree;
  const isInline = root.type === 'text/plain' && isEncryptedText(draft.texts.get(root) ?? '');
  return alias.encryptedReplies && (isInline || isEncrypted(draft.message));
}

/**
 * Writes an owner's message anew, as the alias: From is the alias, reverse addresses are their correspondents, the
 * other header fields come from an allow-list, ids are turned, texts and names are without the owner's addresses, parts
 * without marks of the writer's program. Refused is what cannot be sent without telling who the owner is. In steps, so
 * that no message holds the others up. Never throws.
 */
export function* writeAsAlias(input: WriteAsAliasInput): Generator<undefined, WriteAsAliasOutcome> {
  const { draft, alias, correspondents, now } = input;
  const { hidden, replacer } = hideOwner(input);
  const { root, complete } = draft.tree;
  if (!complete || isUnreadable(root)) return refused({ kind: 'unreadable' });
  const recipients = rewriteRecipients(draft.message, { alias: alias.address, correspondents, hidden, replacer });
  if (input.otherRecipients === 'refuse' && recipients.others.length > 0) {
    return refused({ kind: 'other_recipients', addresses: recipients.others.slice(0, maxShown) });
  }
  const search = { replacer, domain: alias.domain, namesServer: namesServerOf(input.ownServers) };
  const identity =
    alias.identityParts || passesEncrypted(input) ? null : yield* findIdentity(root, draft.texts, search);
  if (identity !== null) return refused(identity);

  yield;
  const { edited, texts, fields } = yield* writeBody(input, replacer, hidden);
  const date = formatDate(now);
  const written = [
    makeTrace(alias, date),
    makeFrom(input, replacer),
    ...recipients.fields,
    ...makeSubject(draft, replacer),
    // Ours: a clock that is wrong is wrong for everything its owner sends, under whatever name (RFC 5322 §3.6.1).
    makeField('Date', date),
    ...makeThread(input),
    ...makeTokens(input),
    makeField('MIME-Version', '1.0'),
    ...edited.fields,
  ];
  const header = joinHeader(written);
  const left = { octets: [header, edited.body], texts, fields: [...written, ...fields] };
  const told = !alias.identityParts && (yield* revealsOwner(replacer, left));
  if (told) return refused({ kind: 'identity', identity: 'names_owner' });
  return { kind: 'written', header, body: edited.body };
}

/** Why an owner's message as an alias is not sent. Told to the owner only. */
export type ReplyRefusal =
  /** `addresses`: at most 10 of them. */
  | { readonly kind: 'other_recipients'; readonly addresses: readonly string[] }
  | { readonly kind: 'several_aliases' }
  | { readonly kind: 'only_reads' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'locked' }
  | { readonly kind: 'suspended' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'blocked' }
  | Finding
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'long_lines' }
  | ({ readonly kind: 'too_many' } & Pick<SendingRefusal, 'limit' | 'max' | 'window'>);
