import 'reflect-metadata';
import {
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  Extension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { generateKeyPairSync, KeyObject, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { encryptToCertificate } from '#protocol/smime/encrypt-to-certificate.ts';
import { readCertificate } from '#protocol/smime/read-certificate.ts';
import { composeSmime } from '#protocol/smime/smime-mail.ts';
import { openCms } from '#support/open-cms.ts';

const now = new Date(systemClock.now());
const hour = 60 * 60 * 1000;

type Algorithm = Parameters<typeof crypto.subtle.generateKey>[0];
const rsa = (modulusLength: number, hash = 'SHA-256') => ({
  name: 'RSASSA-PKCS1-v1_5',
  hash,
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength,
});
const ec = (namedCurve: string) => ({ name: 'ECDSA', namedCurve, hash: 'SHA-256' });

interface Wish {
  readonly algorithm?: Algorithm;
  readonly address?: string;
  readonly notAfter?: Date;
  readonly extensions?: readonly Extension[];
  /** By another key than its own. */
  readonly issued?: true;
}

function generate(algorithm: Algorithm): Promise<CryptoKeyPair> {
  const usages = ['sign', 'verify'] as const;
  return crypto.subtle.generateKey(algorithm as RsaHashedKeyGenParams, true, usages) as Promise<CryptoKeyPair>;
}

async function make({ algorithm = rsa(2048), address = 'ann@inbox.example', notAfter, extensions = [], issued }: Wish) {
  const keys = await generate(algorithm);
  const certificate = await X509CertificateGenerator.create({
    subject: 'CN=Ann',
    issuer: issued === true ? 'CN=Authority' : 'CN=Ann',
    publicKey: keys.publicKey,
    signingKey: (issued === true ? await generate(algorithm) : keys).privateKey,
    serialNumber: '80a1',
    notBefore: new Date(now.getTime() - 2 * hour),
    notAfter: notAfter ?? new Date(now.getTime() + hour),
    signingAlgorithm: algorithm as EcdsaParams,
    extensions: [new SubjectAlternativeNameExtension([{ type: 'email', value: address }]), ...extensions],
  });
  const pem = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString();
  return { pem, certificate: Buffer.from(certificate.toString('pem')) };
}

function read(certificate: Buffer, address = 'ann@inbox.example') {
  return readCertificate(certificate, address, now);
}

/** What a certificate lists of what its owner's program reads (RFC 8551 §2.5.2): arcs below AES. */
function listing(...arcs: readonly number[]): Extension {
  const each = arcs.map((arc) => `300b06096086480165030401${Buffer.from([arc]).toString('hex')}`).join('');
  const length = Buffer.from([arcs.length * 13]).toString('hex');
  return new Extension('1.2.840.113549.1.9.15', false, Buffer.from(`30${length}${each}`, 'hex'));
}
const aes = { cbc128: 2, gcm128: 6, cbc192: 22, cbc256: 42, gcm256: 46 };

describe('a certificate', () => {
  it.each<[string, Algorithm, string]>([
    ['RSA', rsa(2048), 'RSA 2048'],
    ['P-256', ec('P-256'), 'ECDH P-256'],
    ['P-384', ec('P-384'), 'ECDH P-384'],
    ['P-521', ec('P-521'), 'ECDH P-521'],
  ])('with a key of %s is encrypted to, octet by octet', async (_name, algorithm, shown) => {
    const { certificate, pem } = await make({ algorithm });
    const reading = read(certificate);
    expect(reading).toMatchObject({ kind: 'key', key: { algorithm: shown, selfSigned: true } });
    if (reading.kind === 'fault') return;
    // Beyond what two octets of a length can say, too.
    for (const payload of [Buffer.alloc(0), Buffer.from('hello\r\n'), Buffer.alloc(70_000, 'long ')]) {
      const cms = encryptToCertificate(reading.key.octets, payload, now) ?? Buffer.alloc(0);
      expect(openCms(cms, pem)).toEqual({ cipher: 'gcm', content: payload });
    }
  });

  it('whose owner’s program reads no GCM gets CBC', async () => {
    const { certificate, pem } = await make({ extensions: [listing(aes.cbc256)] });
    const reading = read(certificate);
    const cms = reading.kind === 'key' ? encryptToCertificate(reading.key.octets, Buffer.from('hello'), now) : null;
    expect(openCms(cms ?? Buffer.alloc(0), pem)).toEqual({ cipher: 'cbc', content: Buffer.from('hello') });
    expect(
      composeSmime(cms ?? Buffer.alloc(0))
        .fields.map(({ raw }) => raw.toString())
        .join(''),
    ).toContain('smime-type=enveloped-data');
  });

  it.each<[string, Algorithm, readonly number[], { readonly cipher: string; readonly oid: number }]>([
    ['CBC of 128 bits', rsa(2048), [aes.cbc128], { cipher: 'cbc', oid: aes.cbc128 }],
    ['CBC of 128 bits by a curve', ec('P-256'), [aes.cbc128], { cipher: 'cbc', oid: aes.cbc128 }],
    ['GCM of 128 bits', ec('P-384'), [aes.gcm128], { cipher: 'gcm', oid: aes.gcm128 }],
    ['both forms of 128 bits', rsa(2048), [aes.cbc128, aes.gcm128], { cipher: 'gcm', oid: aes.gcm128 }],
    ['all', rsa(2048), [aes.cbc128, aes.cbc256, aes.gcm128, aes.gcm256], { cipher: 'gcm', oid: aes.gcm256 }],
    ['none that is known', ec('P-256'), [aes.cbc192], { cipher: 'gcm', oid: aes.gcm256 }],
  ])('whose owner’s program reads %s gets what it can read', async (_name, algorithm, listed, { cipher, oid }) => {
    const { certificate, pem } = await make({ algorithm, extensions: [listing(...listed)] });
    const reading = read(certificate);
    const cms = reading.kind === 'key' ? encryptToCertificate(reading.key.octets, Buffer.from('hello'), now) : null;
    expect(openCms(cms ?? Buffer.alloc(0), pem)).toEqual({ cipher, content: Buffer.from('hello') });
    expect(cms?.includes(Buffer.from([0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, oid]))).toBe(true);
  });

  it('that has ended is encrypted to no more', async () => {
    const { certificate } = await make({});
    const reading = read(certificate);
    const octets = reading.kind === 'key' ? reading.key.octets : Buffer.alloc(0);
    expect(encryptToCertificate(octets, Buffer.from('hello'), new Date(now.getTime() + 2 * hour))).toBeNull();
  });

  it('is signed by itself whatever it says of its usage, and by another one where that is so', async () => {
    const usage = new KeyUsagesExtension(KeyUsageFlags.keyEncipherment | KeyUsageFlags.digitalSignature);
    const { certificate } = await make({ extensions: [usage] });
    expect(read(certificate)).toMatchObject({ key: { selfSigned: true } });
    const { certificate: issued } = await make({ extensions: [usage], issued: true });
    expect(read(issued)).toMatchObject({ key: { selfSigned: false } });
    // A signature that is no use vouches for nobody.
    const garbled = Buffer.from(new X509Certificate(certificate).raw);
    garbled.fill(0x55, garbled.length - 64);
    expect(read(garbled)).toMatchObject({ key: { selfSigned: true } });
  });

  it('says what it lacks', async () => {
    const faultOf = async (wish: Wish): Promise<unknown> => read((await make(wish)).certificate);
    expect(await faultOf({ address: 'bob@inbox.example' })).toEqual({ kind: 'fault', fault: 'other_address' });
    expect(await faultOf({ notAfter: new Date(now.getTime() - hour) })).toEqual({ kind: 'fault', fault: 'expired' });
    expect(await faultOf({ algorithm: rsa(1024) })).toEqual({ kind: 'fault', fault: 'weak' });
    expect(await faultOf({ algorithm: rsa(2048, 'SHA-1') })).toEqual({ kind: 'fault', fault: 'sha1' });
    const signOnly = new KeyUsagesExtension(KeyUsageFlags.digitalSignature);
    expect(await faultOf({ extensions: [signOnly] })).toEqual({ kind: 'fault', fault: 'no_encryption' });
    expect(read((await make({})).certificate, 'ann+kauke@inbox.example')).toMatchObject({ kind: 'key' });
  });

  it('with its private key, or that is none, is not read', async () => {
    const { certificate, pem } = await make({});
    expect(read(Buffer.concat([certificate, Buffer.from(pem)]))).toEqual({ kind: 'fault', fault: 'private' });
    // PKCS #12 begins like this.
    expect(read(Buffer.from('3006020103300100', 'hex'))).toEqual({ kind: 'fault', fault: 'private' });
    const cipher = { cipher: 'aes-256-cbc', passphrase: 'secret' };
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    for (const locked of [{}, cipher])
      expect(read(privateKey.export({ type: 'pkcs8', format: 'der', ...locked }))).toEqual({
        kind: 'fault',
        fault: 'private',
      });
    expect(read(Buffer.from('nothing'))).toEqual({ kind: 'fault', fault: 'unreadable' });
    expect(read(Buffer.alloc(70_000))).toEqual({ kind: 'fault', fault: 'too_large' });
  });
});
