import type { AliasRoute } from '#core/aliases/standing/find-alias.ts';
import type { DomainDirectory, MailSigner } from '#core/domains/domain-directory.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { CalendarParts } from '#mail/forward/calendar-parts.ts';
import { openContactBook, type ContactBook } from '#mail/forward/contact-book.ts';
import { forwardMessage } from '#mail/forward/forward-message.ts';
import {
  forwardTransparently,
  signedTraceKeys,
  type TraceInput,
  makeWebhookHeader,
  makeReceived,
} from '#mail/forward/trace-fields.ts';
import { answersTo } from '#mail/forward/vouched-mail.ts';
import type { VerifiedMessage } from '#mail/judge/verify-received.ts';
import type { Delivery, DeliveryBatch } from '#mail/queue/state/delivery-batch.ts';
import { makeBounceAddress, reverseTokenHash } from '#mail/recipient/address-forms.ts';
import type { ForwardedMessage } from '#mail/forward/forward-message.ts';
import type { AliasRecipient, OperatorRecipient } from '#mail/recipient/resolve-recipient.ts';
import type { ContactStore } from '#mail/recipient/contacts.ts';
import { signMail } from '#mail/rewrite/sign-mail.ts';
import type { Clock } from '#platform/clock.ts';
import type { Random } from '#platform/random.ts';
import { claimsToBeOurs, makeAuthenticationResults } from '#protocol/authentication/authentication-results.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import type { SigningPlace } from '#protocol/dkim/sign-dkim.ts';
import { joinHeader } from '#protocol/message/header-fields.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';

const emptyLine = Buffer.from('\r\n');

/** A message to be forwarded, and to whom. */
export interface ForwardOrder extends VerifiedMessage {
  /** Each once, of those that take it. */
  readonly aliases: readonly ForwardRecipient[];
  readonly operators: readonly OperatorRecipient[];
  readonly calendars: CalendarParts | null;
}

/** An alias that takes a message, and what its owner's rules say about it. */
export interface ForwardRecipient extends AliasRecipient {
  readonly spam: boolean;
  /** The one domain that is shown instead of the author; null: the author is. */
  readonly vouchedBy: string | null;
  /** Why the message was held before its owner released it; null: it was not. */
  readonly heldFor: string | null;
}

/** What is the same for all recipients of a message. */
interface ForwardShare {
  readonly queueId: string;
  readonly now: Date;
  readonly authenticationResults: HeaderField;
}

/** Deliveries with the body they carry: the received one, or one with its calendars rewritten. */
interface PreparedDeliveries {
  readonly body: Buffer;
  readonly deliveries: readonly Delivery[];
}

/** What it takes to write a received message anew for the targets of an alias. */
export interface ForwardContext {
  readonly clock: Clock;
  readonly random: Random;
  readonly keys: KeyRing;
  /** Whose keys sign. */
  readonly domains: DomainDirectory;
  readonly contacts: ContactStore;
  readonly settings: ForwardSettings;
}

interface ForwardSettings {
  /** The name we give in Received. */
  readonly hostname: string;
  /** Where mail to postmaster@ and the like goes. Null (preview only): it stays addressed as it is. */
  readonly operatorEmail: string | null;
  /** Whether forwarded mail is sealed; `auto`: in transparent mode and where a chain arrived. */
  readonly arc: 'auto' | 'on' | 'off';
  readonly signingPlace: SigningPlace;
}

/**
 * Makes what leaves from what came in: for each alias one rewritten and signed header, for each of its targets one
 * delivery. One message for each body: more than one only where calendars were rewritten. The correspondents' reverse
 * addresses are stored before it returns.
 * @throws Error when the database does not answer or one of our domains is gone.
 */
export async function prepareForward(context: ForwardContext, order: ForwardOrder): Promise<DeliveryBatch[]> {
  const { clock, random, settings } = context;
  const { message, aliases } = order;
  const share: ForwardShare = {
    queueId: random.uuid(),
    now: new Date(clock.now()),
    authenticationResults: makeAuthenticationResults(settings.hostname, order.authentication),
  };
  const forAliases: PreparedDeliveries[] = [];
  // One after the other: to rewrite a large header for a hundred aliases at once would hold up everybody else.
  for (const alias of aliases) forAliases.push(...(await forwardToAlias(context, order, share, alias)));
  const forOperator = { body: message.body, deliveries: forwardToOperator(context, order, share) };
  return groupByBody(context, order, share, [...forAliases, forOperator]);
}

function groupByBody(
  { random }: ForwardContext,
  { received, senderProven }: ForwardOrder,
  { queueId }: ForwardShare,
  prepared: readonly PreparedDeliveries[],
): DeliveryBatch[] {
  const byBody = new Map<Buffer, Delivery[]>();
  for (const { body, deliveries } of prepared) {
    if (deliveries.length > 0) byBody.set(body, [...(byBody.get(body) ?? []), ...deliveries]);
  }
  return [...byBody].map(([body, deliveries], index) => ({
    id: index === 0 ? queueId : random.uuid(),
    kind: 'forward',
    senderProven,
    reversePath: received.envelope.reversePath,
    body,
    deliveries,
  }));
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

/** One message on its way to one alias. */
interface Way {
  readonly order: ForwardOrder;
  readonly share: ForwardShare;
  readonly alias: ForwardRecipient;
  readonly signer: MailSigner;
  readonly book: ContactBook;
  readonly trace: TraceInput;
}

/**
 * What one alias sends to its targets: rewritten, signed and perhaps sealed for its inboxes, as it came for its webhooks.
 * New correspondents are stored before it returns.
 * @throws Error when the database does not answer or the domain is gone.
 */
async function forwardToAlias(
  context: ForwardContext,
  order: ForwardOrder,
  share: ForwardShare,
  alias: ForwardRecipient,
): Promise<PreparedDeliveries[]> {
  const { domains, keys, settings } = context;
  const signer = domains.signer(alias.domain.name);
  if (signer === null) throw new Error('a domain was removed while its mail came in');
  const owned = { id: alias.aliasId, userId: alias.userId, address: alias.address, domain: alias.domain.name };
  const { author, folded, senderProven, received } = order;
  const { vouchedBy, spam, heldFor } = alias;
  const from = vouchedBy === null ? author.address : answersTo(folded, vouchedBy);
  const book = openContactBook(keys, owned, author.address, from);
  const { reversePath } = received.envelope;
  const { hostname } = settings;
  const of = { alias: owned, reversePath, senderProven, spam, heldFor, client: received.client };
  const trace = { ...share, ...of, hostname, keys };
  const way = { order, share, alias, signer, book, trace };
  const inboxes = alias.routes.filter(({ kind }) => kind === 'email');
  const webhooks = alias.routes.filter(({ kind }) => kind === 'webhook');
  return Promise.all([
    ...(inboxes.length > 0 ? [forwardToInboxes(context, way, inboxes)] : []),
    ...(webhooks.length > 0 ? [forwardToWebhooks(context, way, webhooks)] : []),
  ]);
}

/** From and signed parts may stay only where an aligned signature vouches for them, and goes on doing so. */
function isTransparent({ alias, order: { authentication, folded, message } }: Way): boolean {
  return alias.transparent && authentication.dmarc.dkimAligned !== null && folded === message;
}

/** ARC=auto: where receivers can make use of it (RFC 8617). Nobody seals a chain that DNS says nothing of. */
function isSealed({ settings }: ForwardContext, way: Way): boolean {
  const { result } = way.order.authentication.arc;
  if (result === 'temperror') return false;
  return settings.arc === 'auto' ? isTransparent(way) || result !== 'none' : settings.arc === 'on';
}

function rewrite({ random }: ForwardContext, way: Way, keepsChain: boolean): ForwardedMessage {
  const { order, book, trace, alias } = way;
  const { vouchedBy } = alias;
  const { folded: message, author, unverified, calendars } = order;
  if (isTransparent(way)) return { fields: forwardTransparently(message, trace), body: message.body, contacts: [] };
  return forwardMessage({ ...trace, message, author, book, calendars, unverified, vouchedBy, keepsChain, random });
}

async function forwardToInboxes(
  context: ForwardContext,
  way: Way,
  routes: readonly AliasRoute[],
): Promise<PreparedDeliveries> {
  const { order, share, alias, signer } = way;
  const sealed = isSealed(context, way);
  const { fields, body, contacts } = rewrite(context, way, sealed);
  const bodyHash = (body === order.message.body ? order.hashes : createBodyHashes(body)).sha256('relaxed');
  const { now, authenticationResults } = share;
  const seal = sealed ? { authenticationResults, arc: order.authentication.arc } : null;
  const [signed] = await Promise.all([
    signMail(signer, { fields, bodyHash, now, ownFields: signedTraceKeys, place: context.settings.signingPlace, seal }),
    context.contacts.store(alias.aliasId, contacts),
  ]);
  return { body, deliveries: makeDeliveries(context, way, routes, signed) };
}

async function forwardToWebhooks(
  context: ForwardContext,
  way: Way,
  routes: readonly AliasRoute[],
): Promise<PreparedDeliveries> {
  const { order, alias, book, trace } = way;
  await context.contacts.store(alias.aliasId, book.contacts().slice(0, 1));
  const header = makeWebhookHeader(order.message, trace, book.authorReverse);
  return { body: order.message.body, deliveries: makeDeliveries(context, way, routes, header) };
}

function makeDeliveries(
  { keys, random }: ForwardContext,
  { alias, book, order, share }: Way,
  routes: readonly AliasRoute[],
  header: Buffer,
): Delivery[] {
  const { aliasId, userId, address, cutThrough, heldFor, traced } = alias;
  const block = { id: random.uuid(), octets: Buffer.concat([header, emptyLine]) };
  const { now } = share;
  // What its owner released is theirs, whoever wrote it.
  const author = heldFor === null && { authorHash: reverseTokenHash(book.authorToken).toString('hex') };
  return routes.map(({ linkId, targetId, kind, fails, target }) => ({
    id: random.uuid(),
    header: block,
    userId,
    aliasId,
    linkId,
    targetId,
    // The null reverse-path stays null, so that no bounce is ever answered by a bounce (RFC 5321 §4.5.5).
    mailFrom:
      order.received.envelope.reversePath === ''
        ? ''
        : makeBounceAddress(keys, { id: linkId, alias: address, now, of: 'forward' }),
    rcptTo: target,
    spoolFirst: !cutThrough,
    ...author,
    traced,
    // Webhooks keep their own account of it.
    targetFails: fails && kind === 'email',
  }));
}
