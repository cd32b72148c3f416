import { X509Certificate, type KeyObject } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { AcmeConfig } from '#config/config.ts';
import { hostKey, type CertificateContext } from '#core/certificates/certificate-keys.ts';
import { noteCertificate, type Certificate } from '#core/certificates/certificates.ts';
import { loadPem } from '#main/tls/tls-certificate.ts';
import type { Log } from '#platform/log.ts';
import type { AcmeClient } from '#protocol/acme/acme-client.ts';
import { AcmeError } from '#protocol/acme/acme-error.ts';
import type { ChallengeType } from '#protocol/acme/acme-resources.ts';
import { obtainCertificate } from '#protocol/acme/obtain-certificate.ts';
import { findRenewalAdvice } from '#protocol/acme/renewal-window.ts';
import { renewalId } from '#protocol/x509/certificate-facts.ts';

/** How long things take, in milliseconds. */
export interface RenewalPace {
  /** Between two looks at what is due. */
  readonly roundMs: number;
  /** Between two looks at an order, where the server names no other. */
  readonly pollMs: number;
  /** For one order within a round; what is not done by then goes on in the next. */
  readonly orderMs: number;
  /** Until every process of every node knows the answer to a challenge in a handshake. */
  readonly spreadMs: number;
  /** After a first failure; then twice as long each time, */
  readonly pauseMs: number;
  /** up to this. */
  readonly maxPauseMs: number;
  /** Between two questions for renewal information, where the server names no other. */
  readonly adviceMs: number;
}

export interface RenewalContext extends CertificateContext {
  readonly log: Log;
  readonly acme: AcmeConfig;
  readonly pace: RenewalPace;
  /** The host names of this node, the mail host first. */
  names(): readonly string[];
  /** The ways by which servers reach us, the better one first. */
  readonly challenges: readonly [ChallengeType, ...ChallengeType[]];
  /** Whether DNS leads anywhere. */
  hasAddress(name: string): Promise<boolean>;
  /** Lets this process use what is new. */
  look(): Promise<void>;
}

/** The time of a round is over; the order stands. */
export class OutOfTime extends Error {}

/** The certificate of a chain. @throws AcmeError where clients cannot be shown it, or it is for another name or key. */
function readLeaf(chain: string, name: string, key: KeyObject): X509Certificate {
  try {
    loadPem(chain, key.export({ format: 'pem', type: 'pkcs8' }).toString(), null);
    const leaf = new X509Certificate(chain);
    if (leaf.checkHost(name) !== undefined) return leaf;
  } catch {
    // Told below.
  }
  throw new AcmeError('certificate_wrong');
}

function lifeOf(leaf: X509Certificate): { endsMs: number; lifeMs: number } {
  const endsMs = Date.parse(leaf.validTo);
  return { endsMs, lifeMs: endsMs - Date.parse(leaf.validFrom) };
}

/** Waits for the server, as long as the round has time. */
function createPause({ clock, pace }: RenewalContext, signal: AbortSignal) {
  const endsMs = clock.now() + pace.orderMs;
  return async (retryAfterMs: number | null): Promise<void> => {
    const ms = Math.max(retryAfterMs ?? 0, pace.pollMs);
    if (clock.now() + ms > endsMs) throw new OutOfTime();
    await wait(ms, undefined, { signal });
  };
}

/**
 * Gets a certificate and keeps it.
 * @throws AcmeError when it failed; OutOfTime when it is still under way.
 */
export async function orderCertificate(
  context: RenewalContext,
  client: AcmeClient,
  certificate: Certificate,
  signal: AbortSignal,
): Promise<void> {
  const { acme, challenges, clock, pace } = context;
  const { name, chain: former, issuedBy } = certificate;
  const { directory } = acme;
  const isSameServer = certificate.directory === directory;
  const key = await hostKey(context, name);
  const challenge = challenges[(isSameServer ? certificate.failures : 0) % challenges.length] ?? challenges[0];
  const chain = await obtainCertificate(client, {
    hostname: name,
    key,
    challenge,
    orderUrl: isSameServer ? certificate.orderUrl : null,
    replaces: former !== null && issuedBy === directory ? renewalId(new X509Certificate(former)) : null,
    begun: (orderUrl) => noteCertificate(context, name, { directory, orderUrl }),
    present: async (token) => {
      // By HTTP each process answers whatever token it is asked for.
      if (challenge === 'http-01') return;
      await noteCertificate(context, name, { challengeToken: token });
      await context.look();
      await wait(pace.spreadMs, undefined, { signal });
    },
    pause: createPause(context, signal),
  });
  const { endsMs, lifeMs } = lifeOf(readLeaf(chain, name, key));
  const now = new Date(clock.now());
  await noteCertificate(context, name, {
    chain,
    issuedBy: directory,
    issuedAt: now,
    endsAt: new Date(endsMs),
    renewAt: new Date(endsMs - lifeMs / 3),
    askAt: now,
    directory,
    orderUrl: null,
    challengeToken: null,
    failures: 0,
    failure: null,
    tryAt: now,
  });
}

const minuteMs = 60_000;

/** However long a server wants to be left alone. */
export const longestWaitMs = 24 * 60 * minuteMs;

/** Asks the server when to renew (ARI). Where it does not say, a third of life left decides. */
export async function askForAdvice(
  context: RenewalContext,
  client: AcmeClient,
  { name, chain }: Certificate,
): Promise<void> {
  if (chain === null) return;
  const leaf = new X509Certificate(chain);
  const { endsMs, lifeMs } = lifeOf(leaf);
  const id = renewalId(leaf);
  const advice = id === null ? null : await findRenewalAdvice(client, id).catch(() => null);
  const askAgainMs = Math.min(Math.max(advice?.askAgainMs ?? context.pace.adviceMs, minuteMs), longestWaitMs);
  await noteCertificate(context, name, {
    askAt: new Date(context.clock.now() + askAgainMs),
    // Whatever it says, a tenth of life is for what may go wrong.
    ...(advice === null ? {} : { renewAt: new Date(Math.min(advice.renewAtMs, endsMs - lifeMs / 10)) }),
  });
}
