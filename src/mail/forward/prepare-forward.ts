import { isAscii } from 'node:buffer';
import { isAliasOf, wishesOf } from '#mail/forward/sender-wishes.ts';
import type { AliasRoute } from '#core/aliases/standing/find-alias.ts';
import type { MailSigner } from '#core/domains/domain-directory.ts';
import { isNoted, openContactBook, type ContactBook } from '#mail/forward/contact-book.ts';
import { forwardMessage, type ForwardedMessage } from '#mail/forward/forward-message.ts';
import {
  forwardTransparently,
  signedTraceKeys,
  type TraceInput,
  makeWebhookHeader,
  makeReceived,
} from '#mail/forward/trace-fields.ts';
import {
  groupByBody,
  type ForwardContext,
  type ForwardOrder,
  type ForwardRecipient,
  type ForwardShare,
  type PreparedDeliveries,
  type PreparedForward,
  type UnusableKey,
} from '#mail/forward/forward-order.ts';
import { hasUnsubscribe, unsubscribeLinkOf } from '#mail/forward/list-fields.ts';
import { answersTo } from '#mail/forward/vouched-mail.ts';
import { encryptMail } from '#mail/encrypt/encrypt-mail.ts';
import type { Delivery } from '#mail/queue/state/delivery.ts';
import { makeBounceAddress, makeAuthorMark } from '#mail/recipient/address-forms.ts';
import { createTrackerRemover } from '#mail/trackers/remove-trackers.ts';
import { signMail } from '#mail/rewrite/sign-mail.ts';
import { claimsToBeOurs, makeAuthenticationResults } from '#protocol/authentication/authentication-results.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { joinHeader } from '#protocol/message/header-fields.ts';
import { isEncrypted } from '#protocol/message/sealed-parts.ts';

const emptyLine = Buffer.from('\r\n');

/**
 * Makes what leaves from what came in: for each alias one rewritten and signed header, for each of its targets one
 * delivery. One message for each body: more than one only where calendars were rewritten, and for inboxes with a key. The
 * correspondents' reverse addresses are stored before it returns.
 * @throws Error when the database does not answer or one of our domains is gone.
 */
export async function prepareForward(context: ForwardContext, order: ForwardOrder): Promise<PreparedForward> {
  const { clock, random, settings } = context;
  const { message, aliases, operators } = order;
  const share: ForwardShare = {
    queueId: random.uuid(),
    now: new Date(clock.now()),
    authenticationResults: makeAuthenticationResults(settings.hostname, order.authentication),
  };
  const forAliases: PreparedDeliveries[] = [];
  const unusable: UnusableKey[] = [];
  const withoutTrackers = createTrackerRemover();
  // One after the other: to rewrite a large header for a hundred aliases at once would hold up everybody else.
  for (const alias of aliases)
    forAliases.push(...(await forwardToAlias(context, order, { ...share, unusable, withoutTrackers }, alias)));
  const isSilent = operators.length > 0 && !wishesOf(order.received, ({ kind }) => kind === 'operator').failure;
  const forOperator = { body: message.body, isSilent, deliveries: forwardToOperator(context, order, share) };
  return { batches: groupByBody(context, order, share, [...forAliases, forOperator]), unusable };
}

/**
 * Mail to postmaster@ and the like reaches the operator as it is, with our trace and what we found out about the sender on
 * top, and never bounces. Nobody else speaks in our name (RFC 8601 §5).
 */
function forwardToOperator(
  { random, settings }: ForwardContext,
  { message, received: { client }, operators }: ForwardOrder,
  { authenticationResults, now, queueId }: ForwardShare,
): Delivery[] {
  const { hostname, operatorEmail } = settings;
  const fields = message.fields.filter(
    (field) => field.key !== 'x-kauke-return-path' && !claimsToBeOurs(field, hostname),
  );
  const addressOf = new Map(operators.map(({ address }) => [operatorEmail ?? address, address]));
  return [...addressOf].map(([rcptTo, recipient]) => {
    const trace = makeReceived({ client, hostname, queueId, recipient, now });
    const octets = Buffer.concat([joinHeader([authenticationResults, trace, ...fields]), emptyLine]);
    return {
      id: random.uuid(),
      header: { id: random.uuid(), octets },
      userId: null,
      aliasId: null,
      linkId: null,
      targetId: null,
      mailFrom: '',
      rcptTo,
    };
  });
}

interface AliasShare extends ForwardShare {
  /** Filled as it is found. */
  readonly unusable: UnusableKey[];
  /** The body of a message without what follows its readers; the very same where there is nothing. */
  readonly withoutTrackers: ReturnType<typeof createTrackerRemover>;
}

/** What a message is rewritten by for one alias. */
interface RewritePlan {
  readonly order: ForwardOrder;
  readonly share: AliasShare;
  readonly alias: ForwardRecipient;
  readonly signer: MailSigner;
  readonly book: ContactBook;
  readonly trace: TraceInput;
  readonly unsubscribeLink: string | null;
}

/**
 * What one alias sends to its targets: rewritten, signed and perhaps sealed for its inboxes, as it came for its webhooks.
 * New correspondents are stored before it returns.
 * @throws Error when the database does not answer or the domain is gone.
 */
async function forwardToAlias(
  context: ForwardContext,
  order: ForwardOrder,
  share: AliasShare,
  alias: ForwardRecipient,
): Promise<PreparedDeliveries[]> {
  const { domains, keys, settings } = context;
  const signer = domains.signer(alias.domain.name);
  if (signer === null) throw new Error('a domain was removed while its mail came in');
  const owned = { id: alias.aliasId, userId: alias.userId, address: alias.address, domain: alias.domain.name };
  const { author, folded, senderProven, received } = order;
  const { vouchedBy, spam, heldFor, receipt } = alias;
  const from = vouchedBy === null ? author.address : answersTo(folded, vouchedBy);
  const book = openContactBook(keys, owned, author.address, from);
  const { reversePath } = received.envelope;
  const { hostname } = settings;
  const wishes = wishesOf(received, isAliasOf(alias.aliasId));
  const tellsSender = senderProven && wishes.failure;
  const of = { alias: owned, reversePath, senderProven: tellsSender, wishes, client: received.client };
  const trace = { ...share, ...of, spam, heldFor, receipt, hostname, keys };
  const unsubscribeLink = unsubscribeLinkOf(context, order, share, alias);
  const plan = { order, share, alias, signer, book, trace, unsubscribeLink };
  const inboxes = alias.routes.filter(({ kind }) => kind === 'email');
  const webhooks = alias.routes.filter(({ kind }) => kind === 'webhook');
  // What came encrypted passes as it is.
  const keyed = inboxes.some(({ key }) => key !== null) && !isEncrypted(order.message);
  const plain = keyed ? inboxes.filter(({ key }) => key === null) : inboxes;
  const prepared = await Promise.all([
    ...(plain.length > 0 ? [forwardToInboxes(context, plan, plain)] : []),
    ...(webhooks.length > 0 ? [forwardToWebhooks(context, plan, webhooks)] : []),
  ]);
  const all = keyed ? [...prepared, ...(await forwardEncrypted(context, plan, inboxes))] : prepared;
  return wishes.failure ? all : all.map((one) => ({ ...one, isSilent: true }));
}

/**
 * Whether the header is for servers with SMTPUTF8 only. What its target has nobody knows before it is dialed, so such a
 * message is never left as it is.
 */
function isForUtf8Only({ author, message, received }: ForwardOrder): boolean {
  return (
    !isAscii(Buffer.from(author.address)) ||
    (received.envelope.smtpUtf8 && !message.fields.every(({ raw }) => isAscii(raw)))
  );
}

/** From and signed parts may stay only where an aligned signature vouches for them, and goes on doing so. */
function isTransparent({ alias, share, order, unsubscribeLink }: RewritePlan): boolean {
  const { authentication, folded, message } = order;
  if (!alias.transparent || authentication.dmarc.dkimAligned === null || folded !== message) return false;
  if (isForUtf8Only(order)) return false;
  // Its author's button is signed: another one in its place is a message of ours.
  if (unsubscribeLink !== null && hasUnsubscribe(message)) return false;
  return !alias.removeTrackers || share.withoutTrackers(folded) === folded.body;
}

/** ARC=auto: where receivers can make use of it (RFC 8617). Nobody seals a chain that DNS says nothing of. */
function isSealed({ settings }: ForwardContext, plan: RewritePlan): boolean {
  const { result } = plan.order.authentication.arc;
  if (result === 'temperror') return false;
  return settings.arc === 'auto' ? isTransparent(plan) || result !== 'none' : settings.arc === 'on';
}

function rewrite(context: ForwardContext, plan: RewritePlan, keepsChain: boolean): ForwardedMessage {
  const { folded: message } = plan.order;
  if (!isTransparent(plan)) return rewriteForOwner(context, plan, keepsChain);
  const contacts = isNoted(plan.alias, plan.order) ? plan.book.contacts().slice(0, 1) : [];
  return { fields: forwardTransparently(message, plan.trace), body: message.body, contacts };
}

function rewriteForOwner({ random }: ForwardContext, plan: RewritePlan, keepsChain: boolean): ForwardedMessage {
  const { order, book, trace, alias, unsubscribeLink } = plan;
  const { vouchedBy, senderFormat, language } = alias;
  const { folded: message, author, unverified, calendars } = order;
  const input = {
    ...trace,
    message,
    author,
    book,
    calendars,
    unverified,
    vouchedBy,
    senderFormat,
    language,
    unsubscribeLink,
    keepsChain,
    random,
  };
  const forwarded = forwardMessage(input);
  return alias.removeTrackers ? { ...forwarded, body: plan.share.withoutTrackers(forwarded) } : forwarded;
}

async function forwardToInboxes(
  context: ForwardContext,
  plan: RewritePlan,
  routes: readonly AliasRoute[],
): Promise<PreparedDeliveries> {
  const { order, share, alias, signer } = plan;
  const sealed = isSealed(context, plan);
  const { fields, body, contacts } = rewrite(context, plan, sealed);
  const bodyHash = (body === order.message.body ? order.hashes : createBodyHashes(body)).sha256('relaxed');
  const { now, authenticationResults } = share;
  const seal = sealed ? { authenticationResults, arc: order.authentication.arc } : null;
  const [signed] = await Promise.all([
    signMail(signer, { fields, bodyHash, now, ownFields: signedTraceKeys, place: context.settings.signingPlace, seal }),
    context.contacts.store(alias.aliasId, contacts),
  ]);
  return { body, deliveries: makeDeliveries(context, plan, routes, Buffer.concat([signed, emptyLine])) };
}

/** A message of its own for each inbox with a key. Nobody's signature outlives that, so its author is never in sight outside. */
async function forwardEncrypted(
  context: ForwardContext,
  plan: RewritePlan,
  inboxes: readonly AliasRoute[],
): Promise<PreparedDeliveries[]> {
  const { alias, share, signer } = plan;
  const { fields, body, contacts } = rewriteForOwner(context, plan, false);
  await context.contacts.store(alias.aliasId, contacts);
  const showsUnsubscribe = plan.unsubscribeLink !== null;
  const mail = { fields, body, signer, now: share.now, place: context.settings.signingPlace, showsUnsubscribe };
  const prepared: PreparedDeliveries[] = [];
  for (const route of inboxes) {
    const { key, targetId } = route;
    if (key === null) continue;
    const encrypted = await encryptMail(context, key, mail);
    if (encrypted === null) share.unusable.push({ alias, targetId });
    else
      prepared.push({
        body: encrypted.body,
        deliveries: makeDeliveries(context, plan, [route], encrypted.header, true),
      });
  }
  return prepared;
}

async function forwardToWebhooks(
  context: ForwardContext,
  plan: RewritePlan,
  routes: readonly AliasRoute[],
): Promise<PreparedDeliveries> {
  const { order, alias, book, trace } = plan;
  await context.contacts.store(alias.aliasId, book.contacts().slice(0, 1));
  const header = makeWebhookHeader(order.message, trace, book.authorReverse);
  const block = Buffer.concat([header, emptyLine]);
  return { body: order.message.body, deliveries: makeDeliveries(context, plan, routes, block) };
}

function makeDeliveries(
  { keys, random }: ForwardContext,
  { alias, book, order, share }: RewritePlan,
  routes: readonly AliasRoute[],
  octets: Buffer,
  sealed = false,
): Delivery[] {
  const { aliasId, userId, address, cutThrough, heldFor, traced } = alias;
  const block = { id: random.uuid(), octets };
  const { now } = share;
  const noted = isNoted(alias, order);
  // What its owner released is theirs, whoever wrote it.
  const author = heldFor === null && { authorHash: makeAuthorMark(book.authorToken, noted) };
  const bounces = { alias: address, now, of: 'forward', correspondent: noted ? book.authorToken : null } as const;
  return routes.map(({ linkId, targetId, kind, fails, target }) => ({
    id: random.uuid(),
    header: block,
    userId,
    aliasId,
    linkId,
    targetId,
    // The null reverse-path stays null, so that no bounce is ever answered by a bounce (RFC 5321 §4.5.5).
    mailFrom: order.received.envelope.reversePath === '' ? '' : makeBounceAddress(keys, { id: linkId, ...bounces }),
    rcptTo: target,
    spoolFirst: !cutThrough,
    ...author,
    traced,
    ...(sealed && { sealed }),
    // Webhooks keep their own account of it.
    targetFails: fails && kind === 'email',
  }));
}
