import { parseEmailAddress } from '#contract/email-address.ts';
import type { AliasRoute } from '#core/aliases/standing/find-alias.ts';
import { findPresentRoutes } from '#core/aliases/standing/find-present-routes.ts';
import type { AsAliasContext } from '#mail/as-alias/as-alias-context.ts';
import { alsoToField, cleanName, showMailbox } from '#mail/forward/show-mailbox.ts';
import type { ForwardAlias } from '#mail/forward/contact-book.ts';
import { tellOfUnusableKeys } from '#mail/forward/tell-of-keys.ts';
import { loopMarkName, makeLoopMark } from '#mail/judge/loop-mark.ts';
import { copyFieldName, asOneMessage, type DeliveryBatch } from '#mail/queue/state/delivery.ts';
import { makeBounceAddress, reverseAddress, reverseToken } from '#mail/recipient/address-forms.ts';
import { encryptMail, type EncryptedMail, type PlainMail } from '#mail/encrypt/encrypt-mail.ts';
import type { NewContact } from '#mail/recipient/contact-store.ts';
import { findContacts } from '#mail/recipient/contacts.ts';
import { signMail } from '#mail/rewrite/sign-mail.ts';
import { sealThreadField } from '#mail/rewrite/thread-ids.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { normalizeAddress } from '#protocol/message/address.ts';
import { fieldText, makeField } from '#protocol/message/header-fields.ts';
import { formatMailbox, type Mailbox, parseMailboxes } from '#protocol/message/mailboxes.ts';
import { type HeaderField, parseMessage } from '#protocol/message/parse-message.ts';
import { isEncrypted } from '#protocol/message/sealed-parts.ts';

/** What an alias sent, to be shown to its other inboxes. */
export interface CopyOrder {
  readonly alias: ForwardAlias;
  /** As its correspondents get it, unsigned. */
  readonly header: Buffer;
  readonly body: Buffer;
  /** Whom it goes to. */
  readonly contacts: readonly NewContact[];
  readonly reversePath: string;
  /** The inbox that wrote; null: a program that signed in, which may be anybody's. */
  readonly author: string | null;
}

/** Mailboxes of To and Cc that are shown, as of mail that comes in. */
const maxMailboxes = 1000;
/** Those beside the recipients that are looked up. */
const maxLookedUp = 10;

const threadKeys: ReadonlySet<string> = new Set(['message-id', 'in-reply-to', 'references']);

function comparable(address: string): string {
  return parseEmailAddress(address)?.normalised ?? normalizeAddress(address);
}

function mailboxesOf(field: HeaderField): readonly Mailbox[] {
  return parseMailboxes(fieldText(field)).slice(0, maxMailboxes);
}

function isRecipients({ key }: HeaderField): boolean {
  return key === 'to' || key === 'cc';
}

interface Inboxes {
  readonly others: readonly AliasRoute[];
  /** Targets that must not have a copy, even when those that wait are sent elsewhere. */
  readonly spared: NonNullable<DeliveryBatch['spared']>;
}

/** The inboxes that take mail and have not got the message anyway; none where the alias has but one. */
async function findInboxes(
  context: AsAliasContext,
  { alias, author, contacts }: Pick<CopyOrder, 'alias' | 'author' | 'contacts'>,
): Promise<Inboxes> {
  const present = await findPresentRoutes(context, alias.id, null);
  const targets = present.standing === 'unknown' ? [] : present.targets;
  const having = [...(author === null ? [] : [author]), ...contacts.map(({ correspondent }) => correspondent)];
  const has = new Set(having.map(comparable));
  const inboxes = targets.flatMap(({ kind, route }) => (kind === 'email' && route !== null ? [route] : []));
  const others =
    inboxes.length < 2 ? [] : inboxes.filter(({ fails, target }) => !fails && !has.has(comparable(target)));
  const served = new Set(others.map(({ targetId }) => targetId));
  const spared = targets.filter(({ targetId }) => !served.has(targetId));
  return { others, spared: spared.map(({ targetId, kind }) => ({ aliasId: alias.id, targetId, kind })) };
}

/** The tokens of those whom the message names, as far as the alias knows them. */
async function findTokens(
  context: AsAliasContext,
  { alias, contacts }: Pick<CopyOrder, 'alias' | 'contacts'>,
  named: readonly Mailbox[],
): Promise<ReadonlyMap<string, string>> {
  const tokens = new Map(contacts.map(({ correspondent, token }) => [normalizeAddress(correspondent), token]));
  const rest = new Map(named.map(({ address }) => [normalizeAddress(address), address]));
  for (const known of [alias.address, ...tokens.keys()]) rest.delete(known);
  if (rest.size === 0) return tokens;
  const { id, userId, address: aliasAddress } = alias;
  const asked = [...rest.values()]
    .slice(0, maxLookedUp)
    .map((correspondent) => reverseToken(context.keys, { userId, aliasAddress, correspondent }));
  for (const { aliasId, correspondent, token } of await findContacts(context, asked)) {
    if (aliasId === id) tokens.set(normalizeAddress(correspondent), token);
  }
  return tokens;
}

/** By reverse address, the alias as it is; null: there is none. */
function showMailboxOf(alias: ForwardAlias, tokens: ReadonlyMap<string, string>, mailbox: Mailbox): string | null {
  const address = normalizeAddress(mailbox.address);
  if (address === alias.address) return formatMailbox(cleanName(mailbox.name), alias.address);
  const token = tokens.get(address);
  return token === undefined ? null : formatMailbox(showMailbox(mailbox), reverseAddress(token, alias.domain));
}

/** Everybody by their reverse address; whoever has none is left out. To is never empty: it shows the alias then. */
function showRecipients(alias: ForwardAlias, tokens: ReadonlyMap<string, string>, field: HeaderField): HeaderField[] {
  const mailboxes = mailboxesOf(field);
  if (mailboxes.length === 0) return [field];
  const shown = mailboxes.flatMap((mailbox) => showMailboxOf(alias, tokens, mailbox) ?? []);
  if (shown.length > 0) return [makeField(field.name, shown.join(', '))];
  return field.key === 'to' ? [makeField(field.name, alias.address)] : [];
}

/** An answer to the copy goes to the correspondents, not to the alias and so to its inboxes. */
function makeReplyTo(
  alias: ForwardAlias,
  tokens: ReadonlyMap<string, string>,
  fields: readonly HeaderField[],
): HeaderField[] {
  const reverse = fields
    .filter(({ key }) => key === 'to')
    .flatMap(mailboxesOf)
    .flatMap(({ address }) => tokens.get(normalizeAddress(address)) ?? [])
    .map((token) => reverseAddress(token, alias.domain));
  return reverse.length === 0 ? [] : [makeField('Reply-To', [...new Set(reverse)].join(', '))];
}

/** The header that the other inboxes see: what the correspondents see, with these shown as the alias shows them. */
function writeHeader(
  { keys }: Pick<AsAliasContext, 'keys'>,
  alias: ForwardAlias,
  tokens: ReadonlyMap<string, string>,
  fields: readonly HeaderField[],
): HeaderField[] {
  const turned = fields.flatMap((field) => {
    if (isRecipients(field)) return showRecipients(alias, tokens, field);
    return threadKeys.has(field.key) ? (sealThreadField(keys, alias, field) ?? []) : field;
  });
  const unnamed = fields
    .filter(isRecipients)
    .flatMap(mailboxesOf)
    .filter((mailbox) => showMailboxOf(alias, tokens, mailbox) === null);
  return [
    makeField(loopMarkName, makeLoopMark(keys, alias.id)),
    makeField(copyFieldName, 'sent'),
    // No absence note answers it.
    makeField('Auto-Submitted', 'auto-generated'),
    ...turned,
    ...alsoToField(unnamed),
    ...makeReplyTo(alias, tokens, fields),
  ];
}

/**
 * A copy of what an alias sends for each of its other inboxes: as the correspondents get it, so that it tells nothing more of
 * who wrote, and with their reverse addresses, so that everybody can go on with the conversation. What a program wrote by itself is
 * nobody's answer. An inbox with a key gets it encrypted, or not at all. Failures come back to the bounce address of the inbox.
 * @throws Error when the database does not answer or the alias's domain is gone.
 */
export async function prepareCopies(context: AsAliasContext, order: CopyOrder): Promise<readonly DeliveryBatch[]> {
  const { clock, domains, queue } = context;
  const { alias, body } = order;
  const { fields } = parseMessage(order.header);
  if (fields.some(({ key }) => key === 'auto-submitted')) return [];
  const { others, spared } = await findInboxes(context, order);
  const signer = domains.signer(alias.domain);
  if (others.length === 0 || signer === null) return [];
  const tokens = await findTokens(context, order, fields.filter(isRecipients).flatMap(mailboxesOf));
  const mail = { fields: writeHeader(context, alias, tokens, fields), body, signer, now: new Date(clock.now()) };
  const plain = isEncrypted({ fields, body }) ? others : others.filter(({ key }) => key === null);
  const batches = plain.length === 0 ? [] : [makeCopies(context, order, plain, { ...(await signCopy(mail)), body })];
  for (const inbox of others) {
    if (inbox.key === null || plain.includes(inbox)) continue;
    const encrypted = await encryptMail(queue, inbox.key, mail);
    if (encrypted !== null) batches.push(makeCopies(context, order, [inbox], { ...encrypted, sealed: true }));
    else await tellOfUnusableKeys(queue, [{ alias, targetId: inbox.targetId }]);
  }
  return asOneMessage(batches.map((batch) => ({ ...batch, spared })));
}

async function signCopy({ fields, body, signer, now }: PlainMail): Promise<{ readonly header: Buffer }> {
  const bodyHash = createBodyHashes(body).sha256('relaxed');
  const signed = await signMail(signer, { fields, bodyHash, now, ownFields: [loopMarkName.toLowerCase()] });
  return { header: Buffer.concat([signed, Buffer.from('\r\n')]) };
}

/** One message for these inboxes. */
function makeCopies(
  { clock, keys, random }: AsAliasContext,
  { alias: { id: aliasId, userId, address }, reversePath }: CopyOrder,
  inboxes: readonly AliasRoute[],
  written: EncryptedMail & { readonly sealed?: true },
): DeliveryBatch {
  const header = { id: random.uuid(), octets: written.header };
  const now = new Date(clock.now());
  return {
    id: random.uuid(),
    kind: 'forward',
    senderProven: false,
    reversePath,
    body: written.body,
    deliveries: inboxes.map(({ linkId, targetId, fails, target }) => ({
      id: random.uuid(),
      header,
      userId,
      aliasId,
      linkId,
      targetId,
      mailFrom: reversePath === '' ? '' : makeBounceAddress(keys, { id: linkId, alias: address, now, of: 'forward' }),
      rcptTo: target,
      spoolFirst: true,
      targetFails: fails,
      ...(written.sealed === true && { sealed: true }),
    })),
  };
}
