import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { openAcmeAccount, type CertificateContext } from '#core/certificates/certificate-keys.ts';
import { readCertificates, type Certificate } from '#core/certificates/certificates.ts';
import type { RenewalContext } from '#main/tls/order-certificate.ts';
import { startRenewals } from '#main/tls/renew-certificates.ts';
import { thumbprintOf } from '#protocol/acme/account-key.ts';
import { findChallengeToken, keyAuthorization } from '#protocol/acme/challenges.ts';
import { renewalId } from '#protocol/x509/certificate-facts.ts';
import { startAcmeServer, type AcmeServer } from '#support/acme-server.ts';
import { createTestDatabase } from '#support/database.ts';
import { createTestKeyRing } from '#support/key-ring.ts';
import { createTestLog } from '#support/test-log.ts';

export const hourMs = 60 * 60_000;
export const dayMs = 24 * hourMs;
/** The mail host. */
export const host = 'mx.mask.example';

interface LogEvent {
  readonly event: string;
  readonly code?: string;
  readonly failures?: number;
}

/** An ACME server, a database, and processes that get certificates by them, under a clock that a test moves. */
export interface RenewalWorld {
  server: AcmeServer;
  readonly core: CertificateContext;
  readonly databaseUrl: string;
  readonly clock: { now(): number };
  aheadMs: number;
  readonly events: readonly LogEvent[];
  /** Answers for the account at the server of this directory from now on. */
  answerFor(directory: string): Promise<void>;
  /** A process that gets certificates for `names`. */
  renew(names: readonly string[], changes?: Partial<RenewalContext>): void;
  standing(name?: string): Promise<Certificate>;
  /** The certificate of a name, once its renewal information was read. */
  obtained(name?: string): Promise<Certificate>;
  /** Waits for the server to be asked for so many. */
  orders(count: number): Promise<void>;
  /** Ends all that renew. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** As ACME servers name a certificate. */
export function idOf({ chain }: Certificate): string {
  return renewalId(new X509Certificate(chain ?? '')) ?? '';
}

export async function createRenewalWorld(): Promise<RenewalWorld> {
  const events: LogEvent[] = [];
  const log = createTestLog((line) => events.push(JSON.parse(line) as LogEvent));
  const stops: (() => Promise<void>)[] = [];
  const test = await createTestDatabase();
  const clock = { now: () => Date.now() + world.aheadMs };
  const core = { database: test.database, keys: await createTestKeyRing(test.database), clock };
  let thumbprint = '';
  const web = createServer((request, response) => {
    const token = findChallengeToken(request.url ?? '');
    response.end(token === null ? '' : keyAuthorization(token, thumbprint));
  }).listen(0, '127.0.0.1');
  await once(web, 'listening');

  const world: RenewalWorld = {
    server: await startAcmeServer(),
    core,
    databaseUrl: test.url,
    clock,
    aheadMs: 0,
    events,
    answerFor: async (directory) => {
      thumbprint = thumbprintOf((await openAcmeAccount(core, directory)).key);
    },
    renew: (names, changes) => {
      const work = { roundMs: 20, pollMs: 5, orderMs: 10_000, spreadMs: 0 };
      const context: RenewalContext = {
        ...core,
        log,
        pace: { ...work, pauseMs: 2 * 60_000, maxPauseMs: 4 * hourMs, adviceMs: 6 * hourMs },
        acme: { email: 'op@home.example', directory: world.server.directory, trusted: true },
        names: () => names,
        challenges: ['http-01'],
        hasAddress: async () => true,
        look: async () => {},
      };
      stops.push(startRenewals({ ...context, ...changes }));
    },
    standing: async (name = host) => {
      const [certificate] = await readCertificates(core, [name]);
      if (certificate === undefined) throw new Error('nobody asked for it yet');
      return certificate;
    },
    obtained: async (name = host) => {
      await expect
        .poll(() => world.standing(name))
        .toMatchObject({ chain: expect.any(String), failures: 0, orderUrl: null });
      await expect
        .poll(async () => (await world.standing(name)).askAt?.getTime())
        .toBeGreaterThan(clock.now() + hourMs);
      return world.standing(name);
    },
    orders: async (count) => {
      await expect.poll(() => world.server.orders.length).toBe(count);
    },
    stop: async () => {
      await Promise.all(stops.splice(0).map((end) => end()));
    },
    close: async () => {
      await world.stop();
      await world.server.close();
      web.close();
      await test.drop();
    },
  };
  world.server.now = clock.now;
  world.server.ports.http = (web.address() as AddressInfo).port;
  await world.answerFor(world.server.directory);
  return world;
}
