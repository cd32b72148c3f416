import { createHash, createPublicKey, sign, type KeyObject } from 'node:crypto';

/** The public half of a key on P-256 as a JSON Web Key, with its members in the order of RFC 7638 §3.2. */
function publicJwk(key: KeyObject): Record<'crv' | 'kty' | 'x' | 'y', string | undefined> {
  const { crv, kty, x, y } = createPublicKey(key).export({ format: 'jwk' });
  return { crv, kty, x, y };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** What one request carries in its protected header. `accountUrl` null: the whole key, for an account that is still to be made. */
interface SignedHeader {
  readonly nonce: string;
  readonly url: string;
  readonly accountUrl: string | null;
}

/** A request's body: JWS with ES256 (RFC 8555 §6.2). `payload` null: none, which reads (POST-as-GET, RFC 8555 §6.3). */
export function signRequest(key: KeyObject, { nonce, url, accountUrl }: SignedHeader, payload: object | null): string {
  const who = accountUrl === null ? { jwk: publicJwk(key) } : { kid: accountUrl };
  const header = encode({ alg: 'ES256', nonce, url, ...who });
  const body = payload === null ? '' : encode(payload);
  const signature = sign('sha256', Buffer.from(`${header}.${body}`), { key, dsaEncoding: 'ieee-p1363' });
  return JSON.stringify({ protected: header, payload: body, signature: signature.toString('base64url') });
}

/** Names the key in answers to challenges (RFC 7638 §3). */
export function thumbprintOf(key: KeyObject): string {
  return createHash('sha256')
    .update(JSON.stringify(publicJwk(key)))
    .digest('base64url');
}
