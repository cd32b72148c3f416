import { setTimeout as wait } from 'node:timers/promises';
import { noteAcmeAccount, openAcmeAccount } from '#core/certificates/certificate-keys.ts';
import {
  certificatesLock,
  findCertificate,
  isNameBelow,
  noteCertificate,
  readCertificates,
  type Certificate,
} from '#core/certificates/certificates.ts';
import { inTurn } from '#database/database.ts';
import {
  askForAdvice,
  longestWaitMs,
  orderCertificate,
  OutOfTime,
  type RenewalContext,
} from '#main/tls/order-certificate.ts';
import { createAcmeClient } from '#protocol/acme/acme-client.ts';
import { AcmeError } from '#protocol/acme/acme-error.ts';
import { registerAccount } from '#protocol/acme/register-account.ts';

/** Whether it is not yet time. What lies further ahead was noted by a clock that has been put back. */
function isAhead(time: Date, now: number): boolean {
  const ms = time.getTime() - now;
  return ms > 0 && ms <= longestWaitMs;
}

/** Too new to be replaced, whatever a server advises or our clock says: else each round would ask for another one. */
function isNew({ issuedAt, endsAt }: Certificate, now: number): boolean {
  if (issuedAt === null || endsAt === null) return false;
  const lifeMs = Math.abs(endsAt.getTime() - issuedAt.getTime());
  return Math.abs(now - issuedAt.getTime()) < Math.min(longestWaitMs, lifeMs / 10);
}

/** What is to be done about a certificate now; null: nothing. */
function nextStep({ acme, clock }: RenewalContext, certificate: Certificate): 'order' | 'ask' | null {
  const now = clock.now();
  const { directory, tryAt, chain, issuedBy, renewAt, askAt } = certificate;
  // Another server knows nothing of what failed at this one.
  if (directory === acme.directory && isAhead(tryAt, now)) return null;
  if (chain === null || issuedBy !== acme.directory) return 'order';
  if ((renewAt === null || renewAt.getTime() <= now) && !isNew(certificate, now)) return 'order';
  return askAt === null || !isAhead(askAt, now) ? 'ask' : null;
}

/** Failures in a row. */
const ordersForgotten = 5;

/** Notes why a certificate could not be got, and when it is tried again. @throws what is no failure of the server's */
async function noteFailure(context: RenewalContext, certificate: Certificate, error: unknown): Promise<void> {
  if (error instanceof OutOfTime) return;
  if (!(error instanceof AcmeError)) throw error;
  const { acme, clock, log, pace } = context;
  const { name, directory, failure } = certificate;
  const { code, retryAfterMs } = error;
  // Nobody was asked, so nobody minds being asked again soon.
  const isAtOnce = code === 'no_address';
  const failures = isAtOnce || directory !== acme.directory ? 1 : certificate.failures + 1;
  const pauseMs = isAtOnce ? 0 : Math.min(pace.pauseMs * 2 ** (failures - 1), pace.maxPauseMs);
  if (!isAtOnce || failure !== code) log.warn('certificate_not_obtained', { code, failures });
  if (code === 'accountDoesNotExist') await noteAcmeAccount(context, acme.directory, null);
  await noteCertificate(context, name, {
    directory: acme.directory,
    failures,
    failure: code,
    tryAt: new Date(clock.now() + Math.min(Math.max(pauseMs, retryAfterMs ?? 0), longestWaitMs)),
    challengeToken: null,
    // An order that nobody refused stands, unless its place is not to be reached again and again.
    ...(code === 'unreachable' && failures < ordersForgotten ? {} : { orderUrl: null }),
  });
}

/** Does what is due for one name, unless another process is at work or has done it. */
async function attend(context: RenewalContext, name: string, signal: AbortSignal): Promise<void> {
  await inTurn(context.database, certificatesLock, async () => {
    const { acme, clock, log } = context;
    const certificate = await findCertificate(context, name);
    const step = nextStep(context, certificate);
    if (step === null) return;
    const { key, url: accountUrl } = await openAcmeAccount(context, acme.directory);
    const client = createAcmeClient({ directoryUrl: acme.directory, key, accountUrl, clock, signal });
    if (step === 'ask') return askForAdvice(context, client, certificate);
    try {
      if (!(await context.hasAddress(name))) throw new AcmeError('no_address');
      if (accountUrl === null) {
        await noteAcmeAccount(context, acme.directory, await registerAccount(client, acme.email));
      }
      await orderCertificate(context, client, certificate, signal);
    } catch (error) {
      // Who stops has not failed; the next start goes on.
      if (!signal.aborted) await noteFailure(context, certificate, error);
      return;
    }
    log.info('certificate_obtained');
    await context.look();
    await askForAdvice(context, client, await findCertificate(context, name));
  });
}

/** The policy of MTA-STS and the file for mail programs ask for the certificate of the mail host: they can be fetched once that is there. */
function mayBegin({ acme }: RenewalContext, name: string, [first]: readonly string[], known: readonly Certificate[]) {
  return (
    name === first || !isNameBelow(name) || known.some((one) => one.name === first && one.issuedBy === acme.directory)
  );
}

/**
 * Gets the certificates of this node and renews them, until it is stopped. Any number of processes and nodes may do so at once.
 * Returns how to stop; settles when nothing is under way.
 */
export function startRenewals(context: RenewalContext): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const round = async (): Promise<void> => {
    const names = context.names();
    const read = () => (names.length === 0 ? [] : readCertificates(context, names));
    let known = await read();
    for (const name of names) {
      if (signal.aborted) return;
      const certificate = known.find((one) => one.name === name);
      const isDue = certificate === undefined || nextStep(context, certificate) !== null;
      if (!isDue || !mayBegin(context, name, names, known)) continue;
      await attend(context, name, signal);
      known = await read();
    }
  };
  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      await round().catch((error: unknown) => {
        if (!signal.aborted) context.log.error('certificates_failed', error);
      });
      await wait(context.pace.roundMs, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const underWay = work();
  return () => {
    stopping.abort();
    return underWay;
  };
}
