import { makeBounceAddress } from '#mail/address/bounce-address.ts';
import type { AliasRecipient, OperatorRecipient, Recipient } from '#mail/address/recipient.ts';
import { hashBody } from '#mail/authenticity/hash-body.ts';
import { signDkim } from '#mail/authenticity/sign-dkim.ts';
import type { MailContext } from '#mail/mail-context.ts';
import { joinHeader } from '#mail/message/edit-header.ts';
import type { Mailbox } from '#mail/message/mailbox.ts';
import type { RawMessage } from '#mail/message/raw-message.ts';
import type { Delivery, HeaderBlock, OutgoingMessage } from '#mail/outgoing-message.ts';
import { forwardMessage } from '#mail/rewrite/forward-message.ts';
import { makeReceived } from '#mail/rewrite/make-received.ts';
import type { ReceivedMessage } from '#mail/smtp/mx-handler.ts';

export interface ForwardOrder {
  readonly message: RawMessage;
  readonly author: Mailbox;
  readonly received: ReceivedMessage<Recipient>;
  /** Each once, none of them paused. */
  readonly aliases: readonly AliasRecipient[];
  readonly operators: readonly OperatorRecipient[];
}

const emptyLine = Buffer.from('\r\n');

/**
 * Makes what leaves from what came in: for each alias one rewritten and signed header, for each of its inboxes one
 * delivery. The correspondents' reverse addresses are stored before it returns.
 * @throws Error when the database does not answer or one of our domains is gone.
 */
export const prepareForward = async (context: MailContext, order: ForwardOrder): Promise<OutgoingMessage> => {
  const { message, received, aliases, operators } = order;
  const id = context.random.uuid();
  const bodyHash = hashBody(message.body);
  const forAliases = await Promise.all(
    aliases.map((alias) => forwardToAlias(context, order, alias, { queueId: id, bodyHash })),
  );
  return {
    id,
    reversePath: received.envelope.reversePath,
    body: message.body,
    deliveries: [...forAliases.flat(), ...forwardToOperator(context, order, operators, id)],
  };
};

const forwardToAlias = async (
  context: MailContext,
  { message, author, received: { envelope, client } }: ForwardOrder,
  { aliasId, userId, address, domain, links }: AliasRecipient,
  { queueId, bodyHash }: { readonly queueId: string; readonly bodyHash: Buffer },
): Promise<Delivery[]> => {
  const { clock, contacts, domains, keys, random, settings } = context;
  const signer = domains.find(domain.name);
  if (signer === null) throw new Error('a domain was removed while its mail came in');
  const now = new Date(clock.now());
  const { reversePath } = envelope;
  const alias = { id: aliasId, userId, address, domain: domain.name };
  const forwarded = forwardMessage({
    message,
    author,
    alias,
    reversePath,
    client,
    hostname: settings.hostname,
    now,
    queueId,
    keys,
    random,
    // Nothing is verified in this version.
    unverified: true,
  });
  const { selector, key } = signer;
  const [signature] = await Promise.all([
    signDkim({ header: forwarded.header, bodyHash, domain: signer.name, selector, key, now }),
    contacts.store(aliasId, forwarded.contacts),
  ]);
  const header = makeBlock(context, [signature, forwarded.header]);
  return links.map(({ linkId, targetId, target }) => ({
    id: random.uuid(),
    header,
    userId,
    aliasId,
    linkId,
    targetId,
    // The null reverse-path stays null, so that no bounce is ever answered by a bounce (RFC 5321 §4.5.5).
    mailFrom: reversePath === '' ? '' : makeBounceAddress(keys, { linkId, domain: domain.name, now }),
    rcptTo: target,
  }));
};

/** Mail to postmaster@ and the like reaches the operator as it is, with our trace field only, and never bounces. */
const forwardToOperator = (
  context: MailContext,
  { message, received: { client } }: ForwardOrder,
  operators: readonly OperatorRecipient[],
  queueId: string,
): Delivery[] => {
  const { clock, random, settings } = context;
  const { hostname, operatorEmail } = settings;
  const addressOf = new Map(operators.map(({ address }) => [operatorEmail ?? address, address]));
  return [...addressOf].map(([rcptTo, recipient]) => {
    const trace = makeReceived({ client, hostname, queueId, recipient, now: new Date(clock.now()) });
    const header = makeBlock(context, [joinHeader([trace, ...message.fields])]);
    return {
      id: random.uuid(),
      header,
      userId: null,
      aliasId: null,
      linkId: null,
      targetId: null,
      mailFrom: '',
      rcptTo,
    };
  });
};

const makeBlock = ({ random }: MailContext, header: readonly Buffer[]): HeaderBlock => ({
  id: random.uuid(),
  octets: Buffer.concat([...header, emptyLine]),
});
