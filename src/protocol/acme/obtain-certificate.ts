import type { KeyObject } from 'node:crypto';
import type { AcmeClient } from '#protocol/acme/acme-client.ts';
import { AcmeError } from '#protocol/acme/acme-error.ts';
import {
  readAuthorization,
  readOrder,
  type Authorization,
  type ChallengeType,
  type Order,
} from '#protocol/acme/acme-resources.ts';
import { makeCertificateRequest } from '#protocol/x509/certificate-request.ts';

/** A certificate to get, and how to go on with what was begun. */
export interface CertificateOrder {
  readonly hostname: string;
  /** The certificate's own: private, on P-256. */
  readonly key: KeyObject;
  readonly challenge: ChallengeType;
  /** An order that was begun before; null: none was. */
  readonly orderUrl: string | null;
  /** The certificate that the new one replaces (RFC 9773 §5); null: none, or none of this server's. */
  readonly replaces: string | null;
  /** Told of a new order, before anything is done for it. */
  begun(orderUrl: string): Promise<void>;
  /** Makes the answer to a challenge findable for the server; settles when it is. */
  present(token: string): Promise<void>;
  /** Waits before the server is asked again. Rejects when there is no more time. */
  pause(retryAfterMs: number | null): Promise<void>;
}

interface BegunOrder extends Order {
  readonly url: string;
}

/** A server need not take part in renewal information, or says that this certificate was replaced before (RFC 9773 §5). */
const minds = new Set(['alreadyReplaced', 'malformed', 'http_409']);

async function begin(client: AcmeClient, order: CertificateOrder): Promise<BegunOrder> {
  const newOrder = await client.resource('newOrder');
  if (newOrder === null) throw new AcmeError('answer_unclear');
  const wanted = { identifiers: [{ type: 'dns', value: order.hostname }] };
  const { replaces } = order;
  const { location, text } = await (replaces === null
    ? client.post(newOrder, wanted)
    : client.post(newOrder, { ...wanted, replaces }).catch((error: unknown) => {
        if (!(error instanceof AcmeError) || !minds.has(error.code)) throw error;
        return client.post(newOrder, wanted);
      }));
  if (location === null) throw new AcmeError('answer_unclear');
  await order.begun(location);
  return { ...readOrder(text), url: location };
}

/** The order that was begun before, where the server still knows it. */
async function resume(client: AcmeClient, { orderUrl }: CertificateOrder): Promise<BegunOrder | null> {
  if (orderUrl === null) return null;
  try {
    return { ...readOrder((await client.post(orderUrl, null)).text), url: orderUrl };
  } catch (error) {
    if (error instanceof AcmeError && error.code !== 'unreachable' && error.retryAfterMs === null) return null;
    throw error;
  }
}

/** Why a name could not be proven: the first challenge that failed tells. */
function whyNot({ challenges }: Authorization): string {
  return challenges.find(({ problem }) => problem !== null)?.problem ?? 'unauthorized';
}

/** Proves one name (RFC 8555 §7.5.1). */
async function authorize(client: AcmeClient, url: string, order: CertificateOrder): Promise<void> {
  const first = readAuthorization((await client.post(url, null)).text);
  if (first.status === 'valid') return;
  const challenge = first.challenges.find(({ type }) => type === order.challenge);
  if (first.status === 'pending' && challenge?.status === 'pending') {
    await order.present(challenge.token);
    await client.post(challenge.url, {});
  } else if (first.status === 'pending' && challenge === undefined) throw new AcmeError('no_challenge');
  for (;;) {
    const { text, retryAfterMs } = await client.post(url, null);
    const authorization = readAuthorization(text);
    if (authorization.status === 'valid') return;
    if (authorization.status !== 'pending') throw new AcmeError(whyNot(authorization));
    await order.pause(retryAfterMs);
  }
}

/** What an order that failed before anybody looked again failed of. */
async function explain(client: AcmeClient, { problem, authorizations }: Order): Promise<string> {
  if (problem !== null) return problem;
  for (const url of authorizations) {
    const authorization = readAuthorization((await client.post(url, null)).text);
    if (authorization.status !== 'valid') return whyNot(authorization);
  }
  return 'order_invalid';
}

/** Waits until the server has moved on from one of these states (RFC 8555 §7.1.6). */
async function leave(client: AcmeClient, begun: BegunOrder, states: readonly string[], order: CertificateOrder) {
  let { status } = begun;
  let now = begun;
  while (states.includes(status)) {
    const { text, retryAfterMs } = await client.post(begun.url, null);
    now = { ...readOrder(text), url: begun.url };
    ({ status } = now);
    if (states.includes(status)) await order.pause(retryAfterMs);
  }
  return now;
}

/**
 * Gets a certificate (RFC 8555 §7.4), or goes on with an order that was begun before, wherever it stands.
 * @returns the chain, in PEM.
 * @throws AcmeError when the order failed; whatever `pause` throws when there is no more time: the order stands and can be gone on with.
 */
export async function obtainCertificate(client: AcmeClient, order: CertificateOrder): Promise<string> {
  let begun = (await resume(client, order)) ?? (await begin(client, order));
  if (begun.status === 'pending') {
    for (const url of begun.authorizations) await authorize(client, url, order);
    begun = await leave(client, begun, ['pending'], order);
  }
  if (begun.status === 'ready') {
    const csr = makeCertificateRequest(order.hostname, order.key).toString('base64url');
    const { text } = await client.post(begun.finalize, { csr });
    begun = { ...readOrder(text), url: begun.url };
  }
  begun = await leave(client, begun, ['ready', 'processing'], order);
  if (begun.status !== 'valid' || begun.certificate === null) throw new AcmeError(await explain(client, begun));
  const chain = (await client.post(begun.certificate, null)).text;
  // RFC 8555 §11.4: nothing but certificates, and no key above all.
  if (/-----BEGIN (?!CERTIFICATE-----)/.test(chain)) throw new AcmeError('answer_unclear');
  return chain;
}
