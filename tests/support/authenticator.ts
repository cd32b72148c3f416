import { createHash, generateKeyPairSync, randomBytes, sign, type JsonWebKey, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { z } from 'zod';
import {
  creationOptionsResponseSchema,
  requestOptionsSchema,
  type Assertion,
  type Attestation,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
} from '#contract/account/passkeys.ts';
import type { Answer, Visitor } from '#support/api.ts';

type Algorithm = 'ES256' | 'EdDSA' | 'RS256';

/** What an authenticator, its browser and its owner may do otherwise. */
export interface Misdeeds {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly crossOrigin?: boolean;
  readonly type?: string;
  /** Whether its holder was verified. */
  readonly verified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string | undefined;
  /** Signs with this key instead. */
  readonly key?: KeyObject;
  /** What its owner calls it. */
  readonly name?: string;
  /** The format and the statement about its maker. */
  readonly statement?: readonly [format: string, statement: Map<string, unknown>];
}

/** A passkey with a real key. */
export interface TestPasskey {
  readonly id: string;
  readonly privateKey: KeyObject;
  create(options: PasskeyCreationOptions, misdeeds?: Misdeeds): Attestation;
  get(options: PasskeyRequestOptions, misdeeds?: Misdeeds): Assertion;
}

const origin = 'http://localhost:3000';
const flags = { present: 1, verified: 4, backupEligible: 8, backedUp: 16, attested: 64 };

function sha256(data: Buffer | string): Buffer {
  return createHash('sha256').update(data).digest();
}

function makeKey(algorithm: Algorithm): { privateKey: KeyObject; cose: Map<number, unknown> } {
  const octets = (text: string | undefined) => new Uint8Array(Buffer.from(text ?? '', 'base64url'));
  const jwkOf = (key: KeyObject): JsonWebKey => key.export({ format: 'jwk' });
  if (algorithm === 'EdDSA') {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    return {
      privateKey,
      cose: new Map<number, unknown>([
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, octets(jwkOf(publicKey).x)],
      ]),
    };
  }
  if (algorithm === 'RS256') {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { n, e } = jwkOf(publicKey);
    return {
      privateKey,
      cose: new Map<number, unknown>([
        [1, 3],
        [3, -257],
        [-1, octets(n)],
        [-2, octets(e)],
      ]),
    };
  }
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = jwkOf(publicKey);
  const cose = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, octets(x)],
    [-3, octets(y)],
  ]);
  return { privateKey, cose };
}

function authenticatorData(rpId: string, bits: number, counter: number, more: readonly Buffer[] = []): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([bits]), count, ...more]);
}

function clientData(type: string, challenge: string, misdeeds: Misdeeds): Buffer {
  const { crossOrigin = false } = misdeeds;
  const data = {
    type: misdeeds.type ?? type,
    challenge: misdeeds.challenge ?? challenge,
    origin: misdeeds.origin ?? origin,
  };
  return Buffer.from(JSON.stringify({ ...data, crossOrigin }));
}

/** An authenticator with one passkey: its key is real, its clock and its holder are ours. */
export function createTestPasskey(algorithm: Algorithm = 'ES256', idBytes = 32): TestPasskey {
  const { privateKey, cose } = makeKey(algorithm);
  const rawId = randomBytes(idBytes);
  const id = rawId.toString('base64url');
  let handle: string | undefined;
  const person = ({ verified = true }: Misdeeds): number => flags.present | (verified ? flags.verified : 0);
  return {
    id,
    privateKey,
    create(options, misdeeds = {}) {
      handle = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(rawId.length);
      const publicKey = Buffer.from(isoCBOR.encode(cose as Map<number, number>));
      const attested = [Buffer.alloc(16), length, rawId, publicKey];
      const bits = person(misdeeds) | flags.attested | flags.backupEligible | flags.backedUp;
      const [format, statement] = misdeeds.statement ?? ['none', new Map<string, unknown>()];
      const object = new Map<string, unknown>([
        ['fmt', format],
        ['attStmt', statement],
        [
          'authData',
          new Uint8Array(authenticatorData(misdeeds.rpId ?? options.rp.id, bits, misdeeds.counter ?? 0, attested)),
        ],
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, misdeeds).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(object as Map<string, string>)).toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      };
    },
    get(options, misdeeds = {}) {
      const bits = person(misdeeds) | flags.backupEligible | flags.backedUp;
      const data = authenticatorData(misdeeds.rpId ?? options.rpId, bits, misdeeds.counter ?? 0);
      const client = clientData('webauthn.get', options.challenge, misdeeds);
      const signed = Buffer.concat([data, sha256(client)]);
      const signature = sign(algorithm === 'EdDSA' ? null : 'sha256', signed, misdeeds.key ?? privateKey);
      const userHandle = 'userHandle' in misdeeds ? misdeeds.userHandle : handle;
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(userHandle !== undefined && { userHandle }),
        },
      };
    },
  };
}

const requestResponseSchema = z.object({ request: requestOptionsSchema });

/** What the server asks a passkey of this visitor to sign. */
export async function askForPasskey(
  visitor: Visitor,
  purpose: 'sign-in' | 'confirm' = 'sign-in',
): Promise<PasskeyRequestOptions> {
  const { body } = await visitor.send('POST', '/api/auth/passkey/options', { purpose });
  return requestResponseSchema.parse(body).request;
}

/** What the server makes a passkey by: of a new account, or of the one that is signed in. */
export async function askForNewPasskey(visitor: Visitor, isNewAccount: boolean): Promise<PasskeyCreationOptions> {
  const { body } = isNewAccount
    ? await visitor.send('POST', '/api/auth/passkey/options', { purpose: 'register' })
    : await visitor.send('POST', '/api/account/passkeys/options');
  return creationOptionsResponseSchema.parse(body).creation;
}

export async function registerByPasskey(visitor: Visitor, passkey: TestPasskey, misdeeds?: Misdeeds): Promise<Answer> {
  const credential = passkey.create(await askForNewPasskey(visitor, true), misdeeds);
  return visitor.send('POST', '/api/auth/passkey/register', { credential, name: 'Phone' });
}

export async function addPasskey(visitor: Visitor, passkey: TestPasskey, misdeeds: Misdeeds = {}): Promise<Answer> {
  const credential = passkey.create(await askForNewPasskey(visitor, false), misdeeds);
  return visitor.send('POST', '/api/account/passkeys', { credential, name: misdeeds.name ?? 'Phone' });
}

export async function enterByPasskey(visitor: Visitor, passkey: TestPasskey, misdeeds?: Misdeeds): Promise<Answer> {
  const credential = passkey.get(await askForPasskey(visitor), misdeeds);
  return visitor.send('POST', '/api/auth/passkey/verify', { credential });
}
