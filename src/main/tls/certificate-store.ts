import { createSecureContext, type SecureContext } from 'node:tls';
import type { CertificateContext } from '#core/certificates/certificate-keys.ts';
import { openCertificate, readCertificateChanges } from '#core/certificates/certificates.ts';
import { loadPem, type LoadedCertificate } from '#main/tls/tls-certificate.ts';
import type { Log } from '#platform/log.ts';
import { keyAuthorization, makeChallengeCertificate } from '#protocol/acme/challenges.ts';

/** The certificates of the database in the memory of one process: answers at once, follows within `everyMs`. */
export interface CertificateStore {
  /** Null: this name has none. Takes any case. */
  find(name: string): SecureContext | null;
  /** What proves a name to an ACME server in a handshake; null: nobody is to look for it now. */
  proofOf(name: string): SecureContext | null;
  /** Those that cannot be got or renewed at present. */
  failing(): number;
  /** When the first of them ends, in milliseconds since the Unix epoch; null: there is none. */
  firstEnd(): number | null;
  /** Looks now. */
  look(): Promise<void>;
  close(): void;
}

interface StoreOptions extends CertificateContext {
  readonly log: Log;
  /** Of the account that answers challenges. */
  readonly thumbprint: string;
  /** Of TLS session tickets; null: each certificate has its own. */
  readonly ticketKeys: Buffer | null;
  readonly everyMs: number;
}

interface Held extends LoadedCertificate {
  readonly issuedMs: number;
}

interface Proof {
  readonly token: string;
  readonly context: SecureContext;
}

/** Looks once, then again and again until it is closed. */
export async function createCertificateStore(options: StoreOptions): Promise<CertificateStore> {
  const { clock, log, thumbprint, ticketKeys, everyMs } = options;
  const held = new Map<string, Held>();
  const proofs = new Map<string, Proof>();
  let failing = 0;

  const hold = async (name: string, issuedMs: number): Promise<void> => {
    if (held.get(name)?.issuedMs === issuedMs) return;
    const certificate = await openCertificate(options, name);
    if (certificate === null) return;
    const pem = certificate.key.export({ format: 'pem', type: 'pkcs8' }).toString();
    const isRenewed = held.has(name);
    held.set(name, { issuedMs, ...loadPem(certificate.chain, pem, ticketKeys) });
    if (isRenewed) log.info('certificate_loaded');
  };

  const prove = (name: string, token: string | null): void => {
    if (token === null) proofs.delete(name);
    else if (proofs.get(name)?.token !== token) {
      const made = makeChallengeCertificate(name, keyAuthorization(token, thumbprint), clock.now());
      proofs.set(name, { token, context: createSecureContext(made) });
    }
  };

  const look = async (): Promise<void> => {
    const changes = await readCertificateChanges(options);
    failing = changes.filter(({ failures }) => failures > 0).length;
    for (const { name, issuedAt, challengeToken } of changes) {
      prove(name, challengeToken);
      if (issuedAt !== null) await hold(name, issuedAt.getTime());
    }
  };

  await look();
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.error('certificates_unreadable', error));
  }, everyMs);
  timer.unref();
  return {
    find: (name) => held.get(name.toLowerCase())?.context ?? null,
    proofOf: (name) => proofs.get(name.toLowerCase())?.context ?? null,
    failing: () => failing,
    firstEnd: () => (held.size === 0 ? null : Math.min(...[...held.values()].map(({ endsAtMs }) => endsAtMs))),
    look,
    close: () => clearInterval(timer),
  };
}
