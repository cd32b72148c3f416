import { loadPublicHostCheck } from '#core/organisation.ts';
import { targetValueContext } from '#core/targets/target-value.ts';
import { userEmailContext } from '#core/user-row.ts';
import type { AsAliasContext } from '#mail/as-alias/as-alias-context.ts';
import { textWithFiles, type Identity } from '#mail/as-alias/identity-parts.ts';
import { findUuencoded } from '#mail/documents/uuencoded-files.ts';
import { findOwnServers } from '#mail/as-alias/own-servers.ts';
import { readDraft, type Draft } from '#mail/as-alias/read-draft.ts';
import {
  hideOwner,
  passesEncrypted,
  writeAsAlias,
  type WriteAsAliasInput,
  type WriteAsAliasOutcome,
  type WritingAlias,
} from '#mail/as-alias/write-as-alias.ts';
import { createNameSearch } from '#mail/documents/name-search.ts';
import { searchFiles } from '#mail/documents/search-files.ts';
import { fitLines } from '#mail/rewrite/fit-lines.ts';
import { decodeSendAddress, parseRecipient } from '#mail/recipient/address-forms.ts';
import { findContacts } from '#mail/recipient/contacts.ts';
import { takeTurns } from '#platform/take-turns.ts';
import { normalizeAddress } from '#protocol/message/address.ts';
import { walkParts } from '#protocol/message/parse-parts.ts';
import { decodeTransfer } from '#protocol/message/transfer-encoding.ts';
import { joinHeader } from '#protocol/message/header-fields.ts';
import { parseMessage, type RawMessage } from '#protocol/message/parse-message.ts';

export interface DraftOrder extends Pick<WriteAsAliasInput, 'authorName' | 'otherRecipients' | 'automatic'> {
  readonly alias: WritingAlias & { readonly userId: string };
  /** As the owner sent it. */
  readonly message: RawMessage;
}

/**
 * Writes an owner's message as the alias, with what the database knows of both, in lines that can travel under our signature.
 * @throws Error when the database does not answer.
 */
export async function writeDraft(context: AsAliasContext, order: DraftOrder): Promise<WriteAsAliasOutcome> {
  const written = await writeSafely(context, order);
  if (written.kind === 'refused') return written;
  const { fields } = parseMessage(written.header);
  const fitted = await fitLines({ fields, body: written.body });
  if (fitted === null) return { kind: 'refused', reason: { kind: 'long_lines' } };
  return fitted.body === written.body && fitted.fields === fields
    ? written
    : { kind: 'written', header: joinHeader(fitted.fields), body: fitted.body };
}

/** Refused is what tells who the owner is. */
async function writeSafely(
  context: AsAliasContext,
  { alias, message, authorName, otherRecipients, automatic }: DraftOrder,
): Promise<WriteAsAliasOutcome> {
  const { clock, keys, random } = context;
  const draft = readDraft(message);
  const [named, ownAddresses, isPublicHost] = await Promise.all([
    findContacts(context, draft.reverseTokens),
    findOwnAddresses(context, alias.userId),
    loadPublicHostCheck(),
  ]);
  const own = named.filter(({ aliasId }) => aliasId === alias.id);
  const byToken = new Map(own.map(({ token, correspondent }) => [token, correspondent]));
  const ownServers = await findOwnServers(message, { addresses: ownAddresses, domain: alias.domain });
  const input: WriteAsAliasInput = {
    draft,
    alias,
    authorName,
    ownAddresses,
    ownServers,
    correspondents: new Map([...byToken, ...findNamed(draft, alias.address, byToken)]),
    otherRecipients,
    automatic,
    keys,
    random,
    now: new Date(clock.now()),
    isPublicHost,
  };
  const written = await takeTurns(writeAsAlias(input));
  if (written.kind === 'refused' || alias.identityParts || passesEncrypted(input)) return written;
  const identity = await findInAttachments(input);
  return identity === null ? written : { kind: 'refused', reason: { kind: 'identity', identity } };
}

/** What is attached, decoded, and the files that are written into texts. In steps. */
function* findFiles({ tree, texts }: Draft): Generator<undefined, Buffer[]> {
  const files: Buffer[] = [];
  for (const part of walkParts(tree.root)) {
    if (part.children.length > 0 || part.content.length === 0) continue;
    const text = texts.get(part);
    const octets = text === undefined ? decodeTransfer(part.content, part.encoding) : null;
    if (octets !== null) files.push(octets);
    for (const file of findUuencoded(octets === null ? (text ?? '') : textWithFiles(part, octets))) {
      yield;
      if (file !== undefined) files.push(file.octets);
    }
  }
  return files;
}

/**
 * Whether an attachment of a message that `writeAsAlias` would send tells who its owner is where nobody looks: in its
 * properties, or packed, be it written into a text. Attachments are never rewritten. A message without any costs nothing. Never throws.
 */
async function findInAttachments(input: WriteAsAliasInput): Promise<Identity | null> {
  const attached = await takeTurns(findFiles(input.draft));
  if (attached.length === 0) return null;
  const { names, replacer } = hideOwner(input);
  const found = await searchFiles(attached, {
    holdsAddress: replacer.isIn,
    revealsAddress: replacer.revealsLong,
    holdsName: createNameSearch(names),
  });
  return found === 'names' ? 'document' : found;
}

/** The send addresses of the alias in To and Cc, normalised, and whom they stand for. */
function findNamed({ recipients }: Draft, alias: string, byToken: ReadonlyMap<string, string>): [string, string][] {
  return recipients.flatMap((address) => {
    const opened = decodeSendAddress(address, alias);
    if (opened === null) return [];
    const parsed = parseRecipient(opened);
    const correspondent = parsed.kind === 'reverse' ? byToken.get(parsed.token) : opened;
    return correspondent === undefined ? [] : [[normalizeAddress(address), correspondent]];
  });
}

/**
 * Every address by which an owner could be known: the inboxes of the account, confirmed or not, and its own email.
 * @throws when the database cannot be asked.
 */
async function findOwnAddresses(
  { database: { db }, keys }: Pick<AsAliasContext, 'database' | 'keys'>,
  userId: string,
): Promise<string[]> {
  const [inboxes, user] = await Promise.all([
    db
      .selectFrom('targets')
      .select(['id', 'valueSealed'])
      .where('userId', '=', userId)
      .where('kind', '=', 'email')
      .execute(),
    db.selectFrom('users').select('emailSealed').where('id', '=', userId).executeTakeFirst(),
  ]);
  const addresses = inboxes.map(({ id, valueSealed }) => keys.open(targetValueContext(id), valueSealed).toString());
  const sealed = user?.emailSealed ?? null;
  return sealed === null ? addresses : [...addresses, keys.open(userEmailContext(userId), sealed).toString()];
}
