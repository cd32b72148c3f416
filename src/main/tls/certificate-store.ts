import { createSecureContext, type SecureContext } from 'node:tls';
import type { CertificateContext } from '#core/certificates/certificate-keys.ts';
import { openCertificate, readCertificateChanges } from '#core/certificates/certificates.ts';
import { loadPem, type LoadedCertificate } from '#main/tls/tls-certificate.ts';
import type { Log } from '#platform/log.ts';
import { keyAuthorization, makeChallengeCertificate } from '#protocol/acme/challenges.ts';
import { runEvery } from '#platform/run-every.ts';

/** The certificates of the database in the memory of one process: answers at once, follows within `everyMs`. */
export interface CertificateStore {
  /** Null: this name has none. Takes any case. */
  find(name: string): SecureContext | null;
  /** What proves a name to an ACME server in a handshake; null: nobody is to look for it now. */
  proofOf(name: string): SecureContext | null;
  /** Those of this node that cannot be got or renewed at present. */
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
  /** The host names of this node. Those of others, and former ones, are not its concern. */
  names(): readonly string[];
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
  let failing: readonly string[] = [];

  const report = (error: unknown): void => log.error('certificates_unreadable', error);

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
    failing = changes.filter(({ failures }) => failures > 0).map(({ name }) => name);
    for (const { name, issuedAt, challengeToken } of changes) {
      prove(name, challengeToken);
      // One that cannot be used leaves the others in use.
      if (issuedAt !== null) await hold(name, issuedAt.getTime()).catch(report);
    }
  };

  await look();
  const close = runEvery(everyMs, look, report);
  return {
    find: (name) => held.get(name.toLowerCase())?.context ?? null,
    proofOf: (name) => proofs.get(name.toLowerCase())?.context ?? null,
    failing: () => options.names().filter((name) => failing.includes(name)).length,
    firstEnd: () => {
      const ends = options.names().flatMap((name) => held.get(name)?.endsAtMs ?? []);
      return ends.length === 0 ? null : Math.min(...ends);
    },
    look,
    close: () => void close(),
  };
}
