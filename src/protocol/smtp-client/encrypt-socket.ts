import { X509Certificate } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type DetailedPeerCertificate, type TLSSocket } from 'node:tls';
import { BoundedMap } from '#platform/bounded-map.ts';
import type { TlsaRecord } from '#protocol/dns/resolver.ts';
import { clientContext } from '#protocol/net/client-context.ts';
import { matchesTlsa } from '#protocol/smtp-client/dane.ts';
import { type TlsFault, unsafe } from '#protocol/smtp-client/transport.ts';

/** How a server shows who it is. */
export type TlsProof =
  /** Not at all: encryption without a checked certificate still beats none (RFC 7435). */
  | { readonly kind: 'none' }
  /** A certificate that names the host and leads to one of `authorities` (PEM); null: those that Node.js trusts. */
  | { readonly kind: 'certificate'; readonly authorities: string | null }
  /** DANE (RFC 7672): a certificate that matches one of the records; one for a trust anchor bears one of `names`, of which the first is asked for (SNI). */
  | {
      readonly kind: 'dane';
      readonly records: readonly TlsaRecord[];
      readonly names: readonly string[];
      readonly now: Date;
    };

export interface EncryptOptions {
  /** The server's name. */
  readonly host: string;
  readonly proof: TlsProof;
  /** An earlier session to go on with; null: begin anew. */
  readonly session: Buffer | null;
  /** Told of sessions that a later connection may go on with. */
  readonly onSession: (session: Buffer) => void;
  readonly timeoutMs: number;
}

const maxChain = 10;

function readChain(socket: TLSSocket): X509Certificate[] {
  const chain: X509Certificate[] = [];
  let certificate: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
  // The last one may name itself as its issuer.
  while (certificate?.raw !== undefined && chain.length < maxChain) {
    chain.push(new X509Certificate(certificate.raw));
    certificate = certificate.issuerCertificate === certificate ? undefined : certificate.issuerCertificate;
  }
  return chain;
}

function isProven(socket: TLSSocket, proof: TlsProof): boolean {
  // Node.js has checked the certificate where it was to be checked.
  if (proof.kind !== 'dane') return true;
  const { records, names, now } = proof;
  return matchesTlsa(records, { certificates: readChain(socket), names, now });
}

const faults: Readonly<Record<string, TlsFault>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-host-mismatch',
  CERT_HAS_EXPIRED: 'certificate-expired',
};

/** By what Node.js calls the fault of a certificate; everything else that broke the handshake is one thing here. */
export function tlsFaultOf(code: string): TlsFault {
  const isOfCertificate = /CERT|ISSUER|CHAIN|SIGNATURE|UNABLE_TO/u.test(code) && !code.startsWith('ERR_SSL');
  return faults[code] ?? (isOfCertificate ? 'certificate-not-trusted' : 'validation-failure');
}

function handshake(secure: TLSSocket, { proof, timeoutMs }: EncryptOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    let code = '';
    const fail = (): void => {
      clearTimeout(timer);
      secure.destroy();
      reject(unsafe(tlsFaultOf(code)));
    };
    const timer = setTimeout(fail, timeoutMs);
    // 'close' follows every 'error'; without a listener the error would end the program.
    secure.on('error', (error: NodeJS.ErrnoException) => (code = error.code ?? '')).once('close', fail);
    secure.once('secureConnect', () => {
      clearTimeout(timer);
      secure.off('close', fail);
      if (isProven(secure, proof)) resolve();
      else fail();
    });
  });
}

/** Begins TLS on a connection. @throws DeliveryFailure `deferred` at `tls` */
export async function encryptSocket(socket: Socket, options: EncryptOptions): Promise<TLSSocket> {
  const { host, proof, session, onSession } = options;
  // Whoever serves many names shows the certificate of this one (RFC 7672 §8.1).
  const servername = proof.kind === 'dane' ? (proof.names[0] ?? host) : host;
  const secure = connectTls({
    socket,
    host,
    ...(isIP(servername) === 0 ? { servername } : {}),
    ...(session === null ? {} : { session }),
    rejectUnauthorized: proof.kind === 'certificate',
    secureContext: clientContext(proof.kind === 'certificate' ? proof.authorities : null),
  });
  secure.on('session', onSession);
  await handshake(secure, options);
  return secure;
}

/** A cache of TLS sessions: a connection to a host begins where an earlier one ended, without a second proof of its key. */
export interface TlsSessions {
  /** The latest session; null: begin anew. */
  find(name: string): Buffer | null;
  keep(name: string, session: Buffer): void;
  /** A connection that went on with a session broke: this host is offered none any more. */
  distrust(name: string): void;
}

const maxNames = 2_000;

/** One for each way out; remembers the last few thousand hosts. */
export function createTlsSessions(): TlsSessions {
  /** Null: distrusted. */
  const sessions = new BoundedMap<Buffer | null>({ max: maxNames });
  return {
    find: (name) => sessions.get(name) ?? null,
    keep: (name, session) => {
      if (sessions.get(name) !== null) sessions.set(name, session);
    },
    distrust: (name) => sessions.set(name, null),
  };
}
