import { createHash, createPublicKey, randomBytes, verify, type JsonWebKey } from 'node:crypto';

/** A request that an ACME server refuses, as a problem document (RFC 8555 §6.7). */
export class AcmeRefusal extends Error {
  readonly status: number;
  readonly type: string;
  readonly retryAfter: string | null;

  constructor(status: number, type: string, retryAfter: string | null = null) {
    super(type);
    this.status = status;
    this.type = type;
    this.retryAfter = retryAfter;
  }
}

export interface TestAccount {
  readonly url: string;
  readonly thumbprint: string;
  readonly jwk: JsonWebKey;
  readonly contact: readonly string[];
}

/** A request whose signature and nonce are right. `account` null: by a key that has none yet. */
export interface SignedRequest {
  readonly account: TestAccount | null;
  readonly jwk: JsonWebKey;
  /** Null: nothing was sent (POST-as-GET). */
  readonly payload: Record<string, unknown> | null;
}

function decode(part: unknown): Record<string, unknown> {
  return JSON.parse(Buffer.from(String(part), 'base64url').toString()) as Record<string, unknown>;
}

/** RFC 7638 §3. */
export function thumbprint({ crv, kty, x, y }: JsonWebKey): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

/** Checks requests as RFC 8555 §6.2 to §6.5 ask for. */
export function createRequestReader(findAccount: (url: string) => TestAccount | undefined) {
  const nonces = new Set<string>();
  return {
    nonce: (): string => {
      const nonce = randomBytes(16).toString('base64url');
      nonces.add(nonce);
      return nonce;
    },
    /** No nonce that was given so far counts any more. */
    forgetNonces: (): void => nonces.clear(),
    read: (url: string, contentType: string | undefined, body: string): SignedRequest => {
      if (contentType !== 'application/jose+json') throw new AcmeRefusal(415, 'malformed');
      const { protected: header, payload, signature } = JSON.parse(body) as Record<string, string>;
      const { alg, nonce, url: signedUrl, kid, jwk } = decode(header);
      if (alg !== 'ES256') throw new AcmeRefusal(400, 'badSignatureAlgorithm');
      if (signedUrl !== url || (kid === undefined) === (jwk === undefined)) throw new AcmeRefusal(400, 'malformed');
      const account = kid === undefined ? null : findAccount(kid as string);
      if (account === undefined) throw new AcmeRefusal(400, 'accountDoesNotExist');
      const key = account?.jwk ?? (jwk as JsonWebKey);
      const signed = Buffer.from(`${header}.${payload}`);
      const publicKey = { key: createPublicKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
      if (!verify('sha256', signed, publicKey, Buffer.from(String(signature), 'base64url'))) {
        throw new AcmeRefusal(403, 'unauthorized');
      }
      if (!nonces.delete(String(nonce))) throw new AcmeRefusal(400, 'badNonce');
      return { account, jwk: key, payload: payload === '' ? null : decode(payload) };
    },
  };
}
