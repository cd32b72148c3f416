import type { AliasRoute } from '#core/aliases/standing/alias-route.ts';
import type { MailDomain } from '#core/domains/domain-directory.ts';
import { makeBounceAddress } from '#mail/recipient/bounce-address.ts';
import { reverseTokenHash } from '#mail/recipient/reverse-address.ts';
import type { AliasRecipient } from '#mail/recipient/recipient.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { sealArc } from '#protocol/arc/seal-arc.ts';
import { signDkim } from '#protocol/dkim/sign-dkim.ts';
import type { ForwardOrder, ForwardShare, PreparedDeliveries } from '#mail/forward/forward-order.ts';
import type { ForwardContext } from '#mail/forward/forward-context.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import type { Delivery } from '#mail/queue/delivery-batch.ts';
import { openContactBook, type ContactBook } from '#mail/forward/contact-book.ts';
import { forwardMessage } from '#mail/forward/forward-message.ts';
import type { ForwardedMessage } from '#mail/recipient/forwarded-message.ts';
import { forwardTransparently } from '#mail/forward/forward-transparently.ts';
import { signedTraceKeys, type TraceInput } from '#mail/forward/trace-fields.ts';
import { makeWebhookHeader } from '#mail/forward/webhook-header.ts';

/** One message on its way to one alias. */
interface Way {
  readonly order: ForwardOrder;
  readonly share: ForwardShare;
  readonly alias: AliasRecipient;
  readonly signer: MailDomain;
  readonly book: ContactBook;
  readonly trace: TraceInput;
}

const emptyLine = Buffer.from('\r\n');

/**
 * What one alias sends to its targets: rewritten, signed and perhaps sealed for its inboxes, as it came for its webhooks.
 * New correspondents are stored before it returns. Null when the owner blocked the author.
 * @throws Error when the database does not answer or the domain is gone.
 */
export async function forwardToAlias(
  context: ForwardContext,
  order: ForwardOrder,
  share: ForwardShare,
  alias: AliasRecipient,
): Promise<PreparedDeliveries[] | null> {
  const { contacts, domains, keys, settings } = context;
  const signer = domains.find(alias.domain.name);
  if (signer === null) throw new Error('a domain was removed while its mail came in');
  const owned = { id: alias.aliasId, userId: alias.userId, address: alias.address, domain: alias.domain.name };
  const book = openContactBook(keys, owned, order.author.address);
  if (alias.blocksContacts && (await contacts.isBlocked(alias.aliasId, book.authorToken))) return null;
  const { senderProven, spam, received } = order;
  const { reversePath } = received.envelope;
  const { hostname } = settings;
  const trace = { ...share, alias: owned, reversePath, senderProven, spam, client: received.client, hostname, keys };
  const way = { order, share, alias, signer, book, trace };
  const inboxes = alias.routes.filter(({ kind }) => kind === 'email');
  const webhooks = alias.routes.filter(({ kind }) => kind === 'webhook');
  return Promise.all([
    ...(inboxes.length > 0 ? [forwardToInboxes(context, way, inboxes)] : []),
    ...(webhooks.length > 0 ? [forwardToWebhooks(context, way, webhooks)] : []),
  ]);
}

/** From and signed parts may stay only where an aligned signature vouches for them. */
function isTransparent({ alias, order }: Way): boolean {
  return alias.transparent && order.authentication.dmarc.dkimAligned !== null;
}

/** ARC=auto: where receivers can make use of it (RFC 8617). Nobody seals a chain that DNS says nothing of. */
function isSealed({ settings }: ForwardContext, way: Way): boolean {
  const { result } = way.order.authentication.arc;
  if (result === 'temperror') return false;
  return settings.arc === 'auto' ? isTransparent(way) || result !== 'none' : settings.arc === 'on';
}

function rewrite({ random }: ForwardContext, way: Way, keepsChain: boolean): ForwardedMessage {
  const { order, book, trace } = way;
  const { message, author, unverified, calendars } = order;
  if (isTransparent(way)) return { header: forwardTransparently(message, trace), body: message.body, contacts: [] };
  return forwardMessage({ ...trace, message, author, book, calendars, unverified, keepsChain, random });
}

async function forwardToInboxes(
  context: ForwardContext,
  way: Way,
  routes: readonly AliasRoute[],
): Promise<PreparedDeliveries> {
  const { order, alias } = way;
  const sealed = isSealed(context, way);
  const { header, body, contacts } = rewrite(context, way, sealed);
  const bodyHash = (body === order.message.body ? order.hashes : createBodyHashes(body)).sha256('relaxed', null);
  const [signed] = await Promise.all([
    signHeader(way, { header, bodyHash, sealed }),
    context.contacts.store(alias.aliasId, contacts),
  ]);
  return { body, deliveries: makeDeliveries(context, way, routes, signed) };
}

interface UnsignedHeader {
  readonly header: Buffer;
  readonly bodyHash: Buffer;
  readonly sealed: boolean;
}

/** Our DKIM signature on top, and an ARC set over it. The seal comes last (RFC 8617 §5.1). */
async function signHeader(way: Way, { header, bodyHash, sealed }: UnsignedHeader): Promise<Buffer> {
  const { order, share, signer } = way;
  const { name: domain, selector, key } = signer;
  const signing = { bodyHash, domain, selector, key, now: share.now, ownFields: signedTraceKeys };
  const signed = Buffer.concat([await signDkim({ ...signing, header }), header]);
  if (!sealed) return signed;
  const { fields } = parseMessage(signed);
  const { authenticationResults } = share;
  const { arc } = order.authentication;
  return Buffer.concat([await sealArc({ ...signing, fields, authenticationResults, arc }), signed]);
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
  const { aliasId, userId, domain, cutThrough } = alias;
  const block = { id: random.uuid(), octets: Buffer.concat([header, emptyLine]) };
  const { now } = share;
  const authorHash = reverseTokenHash(book.authorToken).toString('hex');
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
        : makeBounceAddress(keys, { linkId, domain: domain.name, now, of: 'forward' }),
    rcptTo: target,
    spoolFirst: !cutThrough,
    authorHash,
    // Webhooks keep their own account of it.
    targetFails: fails && kind === 'email',
  }));
}
