import { setTimeout as pause } from 'node:timers/promises';
import { refusedByCorrespondents, smtpReplies, submissionReplies, unsavedReplies } from '#mail/smtp-replies.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import { checkSendingLimits } from '#core/limits/sending-limits.ts';
import { findContacts, type Contact } from '#mail/recipient/contacts.ts';
import { reverseAddress } from '#mail/recipient/address-forms.ts';
import type { DomainKeys } from '#mail/recipient/recipient-kinds.ts';
import type { Recipient } from '#mail/recipient/resolve-recipient.ts';
import type { Authentication } from '#protocol/authentication/verify-message.ts';
import { mayProveLater, provesOwner } from '#mail/judge/prove-owner.ts';
import {
  distinctCorrespondents,
  resolveCorrespondent,
  type SubmissionRecipient,
} from '#mail/as-alias/resolve-correspondent.ts';
import { dropParts } from '#mail/as-alias/drop-parts.ts';
import { automaticKind, type AutomaticKind } from '#mail/judge/automatic-kind.ts';
import { explainToOwner, tellOfDropped } from '#mail/as-alias/explain-to-owner.ts';
import { findReplyAlias, type ReplyAlias } from '#core/aliases/standing/speaker.ts';
import type { AsAliasContext } from '#mail/as-alias/as-alias-context.ts';
import { makeField } from '#protocol/message/header-fields.ts';
import type { Mailbox } from '#protocol/message/mailboxes.ts';
import type { RawMessage } from '#protocol/message/parse-message.ts';
import { sendAsAlias } from '#mail/as-alias/send-as-alias.ts';
import { writeDraft } from '#mail/as-alias/write-draft.ts';
import type { ReplyRefusal } from '#mail/as-alias/write-as-alias.ts';
import type { ReceivedMessage } from '#protocol/smtp-server/session-policy.ts';

/** A message to at least one reverse address or send address. */
export interface Reply {
  readonly message: RawMessage;
  /** With each field once that may stand once. */
  readonly folded: RawMessage;
  /** The one mailbox of its From. */
  readonly author: Mailbox;
  readonly received: ReceivedMessage<Recipient>;
  readonly authentication: Authentication;
}

/** A reply whose owner is proven. */
interface OwnReply extends Reply {
  readonly alias: ReplyAlias;
  /** Behind the reverse addresses of the envelope, each once. */
  readonly contacts: readonly Contact[];
  /** Whom its send addresses stand for. */
  readonly named: readonly string[];
  /** They belong to more than one alias of the owner. */
  readonly severalAliases: boolean;
  /** Marked as what a program answers somebody who wrote. What it sends to send addresses alone is no answer. */
  readonly automatic: AutomaticKind | null;
}

/** Every refusal takes at least this long, so that its time tells no more than its text. */
const refusalMs = 250;

/**
 * Takes a message to reverse addresses and send addresses: proven to be the owner's, it is written anew as the alias and
 * sent to the correspondents. Unknown, foreign and unproven ones get one refusal, alike in text and time, which tells
 * nothing but the form of the address; only a proven owner is told why something is not sent, by a mail of ours.
 * @throws Error when the database does not answer.
 */
export async function receiveReply(context: AsAliasContext, reply: Reply): Promise<SmtpReply> {
  const startedAtMs = context.clock.now();
  if (mayProveLater(reply.authentication, reply.author.address)) return smtpReplies.cannotAuthenticate;
  const own = await findOwnReply(context, reply);
  if (own === null) {
    await pause(Math.max(0, startedAtMs + refusalMs - context.clock.now()));
    return reply.received.recipients.some(({ kind }) => kind === 'send')
      ? smtpReplies.unknownRecipient
      : smtpReplies.replyRefused;
  }
  if (own.automatic === null) return (await sendOrExplain(context, own)).reply;
  const sent = own.alias.autoReplies ? await sendWithin(context, own, answersOf(own)) : null;
  return sent?.reply ?? stopAutomatic(context, own, own.automatic);
}

/** A bounce address that names whom a note sent there reaches. */
export interface NotedRecipient {
  /** Of their reverse address. */
  readonly token: string;
  readonly address: string;
  readonly domain: DomainKeys;
}

/**
 * Takes a note that a program of the owner's sent to a return path which names a correspondent: once in seven days it reaches them as the
 * alias, as an automatic reply to their reverse address does. It is taken whatever becomes of it, so that nobody gets a bounce of it.
 * @throws Error when the database does not answer.
 */
export async function receiveNote(context: AsAliasContext, reply: Reply, noted: NotedRecipient): Promise<SmtpReply> {
  if (mayProveLater(reply.authentication, reply.author.address)) return smtpReplies.cannotAuthenticate;
  const own = await findOwnNote(context, reply, noted);
  if (own === null) return smtpReplies.messageAccepted;
  const subject = { userId: own.alias.userId, text: noted.token };
  const sent = await sendWithin(context, own, [{ rule: 'notesPerContact', subject }, ...answersOf(own)]);
  // Of a `4xx` its sender comes again.
  return sent === null || sent.reply.code >= 500 ? smtpReplies.messageAccepted : sent.reply;
}

/** The note as a reply to their reverse address that answers nobody's bounce; null for whoever has not proven to be the owner. */
async function findOwnNote(
  context: AsAliasContext,
  reply: Reply,
  { token, address, domain }: NotedRecipient,
): Promise<OwnReply | null> {
  const { message, folded, author, received, authentication } = reply;
  const contacts = await findContacts(context, [token]);
  const [contact] = contacts;
  const alias = contact === undefined ? null : await findReplyAlias(context, contact.aliasId, author.address);
  if (alias === null || !alias.ownsTarget || !alias.autoReplies || alias.domain !== domain.name) return null;
  const { envelope } = received;
  // Which server wrote is enough here: who wrote there has had the message whose return path this is.
  const proof = { message, author: author.address, authentication, addresses: [address], spfReplies: true };
  if (!provesOwner({ ...proof, reversePath: envelope.reversePath })) return null;
  const to = makeField('To', reverseAddress(token, alias.domain));
  const others = folded.fields.filter(({ key }) => key !== 'to' && key !== 'cc');
  return {
    ...reply,
    folded: { ...folded, fields: [to, ...others] },
    received: { ...received, recipients: [], envelope: { ...envelope, reversePath: '' } },
    alias,
    contacts,
    named: [],
    severalAliases: false,
    automatic: 'absence',
  };
}

/** Null for everybody who has not proven to be the owner of every reverse address and send address in the envelope. */
async function findOwnReply(context: AsAliasContext, reply: Reply): Promise<OwnReply | null> {
  const { message, author, received, authentication } = reply;
  const reverse = received.recipients.filter((recipient) => recipient.kind === 'reverse');
  const sends = received.recipients.filter((recipient) => recipient.kind === 'send');
  const tokens = [...new Set(reverse.map(({ token }) => token))];
  const contacts = await findContacts(context, tokens);
  const [first, ...others] = new Set([...contacts, ...sends].map(({ aliasId }) => aliasId));
  if (first === undefined || contacts.length < tokens.length) return null;
  const alias = await findReplyAlias(context, first, author.address);
  if (alias === null || !alias.ownsTarget) return null;
  if (reverse.some(({ domain }) => domain.name !== alias.domain)) return null;
  const addresses = [...reverse, ...sends].map(({ address }) => address);
  const proof = { message, author: author.address, authentication, addresses, spfReplies: alias.spfReplies };
  if (!provesOwner({ ...proof, reversePath: received.envelope.reversePath })) return null;
  const found = await Promise.all(others.map((aliasId) => findReplyAlias(context, aliasId, author.address)));
  if (found.some((other) => other?.userId !== alias.userId || !other.ownsTarget)) return null;
  return {
    ...reply,
    alias,
    contacts,
    named: sends.map(({ correspondent }) => correspondent),
    severalAliases: others.length > 0,
    automatic: tokens.length > 0 ? automaticKind(message, received.envelope.reversePath) : null,
  };
}

/**
 * What becomes of a message marked as automatic that is not sent. An absence note tells strangers that the address is read and is
 * dropped; what a person may have written is refused, so that they hear of it.
 */
async function stopAutomatic(
  context: AsAliasContext,
  { alias, author }: OwnReply,
  automatic: AutomaticKind,
): Promise<SmtpReply> {
  if (automatic === 'marked') return smtpReplies.markedAutomatic;
  if (!alias.autoReplies) await tellOfDropped(context, automatic, { ...alias, inbox: author.address });
  return smtpReplies.messageAccepted;
}

/** A use of an allowance. */
interface Use {
  readonly rule: 'notesPerContact' | 'automaticAnswersPerContact';
  readonly subject: { readonly userId: string; readonly text: string };
}

/** Two programs that answer each other would never end. */
function answersOf({ alias: { userId }, contacts }: OwnReply): Use[] {
  return contacts.map(({ token: text }) => ({ rule: 'automaticAnswersPerContact', subject: { userId, text } }));
}

/** Sends within allowances, against which only what left is counted; null: one of them is used up. */
async function sendWithin(context: AsAliasContext, own: OwnReply, uses: readonly Use[]): Promise<Sending | null> {
  const { limiter } = context;
  const held: Use[] = [];
  let isSent = false;
  try {
    for (const use of uses) {
      if ((await limiter.reserve(use.rule, use.subject)) !== null) return null;
      held.push(use);
    }
    const sending = await sendOrExplain(context, own);
    ({ isSent } = sending);
    return sending;
  } finally {
    if (!isSent) for (const use of held) await limiter.giveBack(use.rule, use.subject);
  }
}

/** What came of a reply of the owner's: what its sender hears, and whether it left or waits to leave. */
interface Sending {
  readonly reply: SmtpReply;
  readonly isSent: boolean;
}

async function sendOrExplain(context: AsAliasContext, own: OwnReply): Promise<Sending> {
  const reason = findRefusal(own);
  return reason === null ? sendReply(context, own) : explain(context, own, reason);
}

/** What the envelope and the owner's settings say against sending. */
function findRefusal({ alias, contacts, received, severalAliases }: OwnReply): ReplyRefusal | null {
  if (alias.locked) return { kind: 'locked' };
  if (!alias.maySend) return { kind: 'only_reads' };
  if (severalAliases) return { kind: 'several_aliases' };
  const others = received.recipients
    .filter(({ kind, address }) => kind !== 'reverse' && kind !== 'send' && address !== alias.address)
    .map(({ address }) => address);
  if (others.length > 0) return { kind: 'other_recipients', addresses: others.slice(0, 10) };
  switch (alias.standing) {
    case 'paused':
    case 'ended':
    case 'suspended':
    case 'lost':
      return { kind: alias.standing };
    // A reply that is proven comes from a target that takes mail.
    case 'unconfirmed':
    case 'live':
      return contacts.some(({ blocked }) => blocked) ? { kind: 'blocked' } : null;
  }
}

/**
 * Where the owner cannot be told by mail any more today, the reply makes their own server tell them. The null reverse-path is never
 * answered (RFC 5321 §4.5.5): its owner is told as seldom as of an absence note.
 */
async function explain(
  context: AsAliasContext,
  { alias: { userId, address }, author, received }: OwnReply,
  reason: ReplyRefusal,
): Promise<Sending> {
  const isNull = received.envelope.reversePath === '';
  const told = await explainToOwner(context, { userId, inbox: author.address, address, reason, isNull });
  return { reply: told || isNull ? smtpReplies.messageAccepted : smtpReplies.replyRefused, isSent: false };
}

/** The correspondents of send addresses, or the reply that refuses one of them. */
async function resolveNamed(
  context: AsAliasContext,
  { alias, named }: OwnReply,
): Promise<SubmissionRecipient[] | SmtpReply> {
  const holder = { aliasId: alias.id, userId: alias.userId, address: alias.address };
  const resolved: SubmissionRecipient[] = [];
  for (const address of named) {
    const decision = await resolveCorrespondent(context, holder, address);
    if (!decision.accepted) return decision.reply;
    resolved.push(decision.recipient);
  }
  return distinctCorrespondents(resolved);
}

async function sendReply(context: AsAliasContext, own: OwnReply): Promise<Sending> {
  const { alias, author, folded, message, received } = own;
  const { reversePath } = received.envelope;
  const named = await resolveNamed(context, own);
  if (!Array.isArray(named)) {
    if (named === submissionReplies.blockedRecipient) return explain(context, own, { kind: 'blocked' });
    return { reply: named, isSent: false };
  }
  const contacts = [...own.contacts, ...named];
  const newRecipients = named.filter(({ known }) => !known).length;
  // Counted first: what is refused costs as much.
  const limited = await checkSendingLimits(context, { userId: alias.userId, aliasId: alias.id, newRecipients });
  if (limited !== null) return explain(context, own, { kind: 'too_many', ...limited });
  const draft = {
    alias,
    message: dropParts(folded, { keys: alias.dropKeys, signatures: alias.dropSignatures }),
    authorName: null,
    otherRecipients: 'refuse',
    automatic: own.automatic !== null,
  } as const;
  const written = await writeDraft(context, draft);
  if (written.kind === 'refused') return explain(context, own, written.reason);

  const { header, body } = written;
  const spoolFirst = !alias.cutThrough;
  const wrote = { author: author.address, message, reversePath };
  const result = await sendAsAlias(context, { alias, header, body, contacts, spoolFirst, ...wrote });
  if (result.unsaved !== null) return { reply: unsavedReplies[result.unsaved], isSent: false };
  if (result.accepted > 0) return { reply: smtpReplies.messageAccepted, isSent: true };
  const refused = result.lacksSmtpUtf8 ? smtpReplies.lacksSmtpUtf8 : refusedByCorrespondents(result.statuses);
  return { reply: refused, isSent: false };
}
