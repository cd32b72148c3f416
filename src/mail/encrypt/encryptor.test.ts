import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createEncryptor } from '#mail/encrypt/encryptor.ts';
import { systemClock } from '#platform/clock.ts';
import { readOpenPgpKey } from '#protocol/openpgp/read-key.ts';
import { der, derOid, tags } from '#protocol/x509/der.ts';
import { makeInboxKey } from '#support/key-world.ts';
import { makeMailCertificate } from '#support/mail-certificate.ts';

const address = 'ann@inbox.example';
const { sequence, set, integer, bitString, utf8String, utcTime, group0 } = tags;

function utc(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14);
  return der(utcTime, Buffer.from(`${digits}Z`));
}

/** A number of so many octets, with its highest and lowest bit set. */
function largeNumber(bytes: number): Buffer {
  const octets = Buffer.alloc(bytes, 0xa5);
  octets[0] = 0x80;
  return octets;
}

/** RSA of more bits than the library of Node.js computes with; nobody looks at its signature. */
function hugeCertificate(): Buffer {
  const now = systemClock.now();
  const sha256WithRsa = der(sequence, derOid('2a864886f70d01010b'), der(5));
  const name = der(sequence, der(set, der(sequence, derOid('550403'), der(utf8String, Buffer.from('Ann')))));
  const modulus = der(integer, Buffer.concat([Buffer.alloc(1), largeNumber(2200)]));
  const key = der(sequence, modulus, der(integer, Buffer.from([1, 0, 1])));
  const rsa = der(sequence, derOid('2a864886f70d010101'), der(5));
  const body = der(
    sequence,
    der(group0, der(integer, Buffer.from([2]))),
    der(integer, Buffer.from([1])),
    sha256WithRsa,
    name,
    der(sequence, utc(now - 3_600_000), utc(now + 3_600_000)),
    name,
    der(sequence, rsa, der(bitString, Buffer.alloc(1), key)),
  );
  return der(sequence, body, sha256WithRsa, der(bitString, Buffer.alloc(1), Buffer.alloc(256, 1)));
}

function packet(tag: number, body: Buffer): Buffer {
  const length = Buffer.alloc(5, 0xff);
  length.writeUInt32BE(body.length, 1);
  return Buffer.concat([Buffer.from([0xc0 | tag]), length, body]);
}

function u16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 0xff]);
}

function mpi(octets: Buffer): Buffer {
  return Buffer.concat([u16((octets.length - 1) * 8 + 32 - Math.clz32(octets[0] ?? 0)), octets]);
}

/** DSA with numbers of so many octets: each signature takes the library as many steps as they have bits. */
function hugeDsaKey(bytes: number): Buffer {
  const created = Buffer.alloc(4);
  created.writeUInt32BE(Math.floor(systemClock.now() / 1000) - 3600);
  const [p, q, small] = [largeNumber(bytes), largeNumber(bytes - 1), Buffer.from([3])];
  const key = Buffer.concat([Buffer.from([4]), created, Buffer.from([17]), ...[p, q, small, small].map(mpi)]);
  const hashedKey = Buffer.concat([Buffer.from([0x99]), u16(key.length), key]);
  const id = createHash('sha1').update(hashedKey).digest().subarray(-8);
  const user = Buffer.from(address);
  const hashed = Buffer.concat([Buffer.from([4, 0x13, 17, 8]), u16(6), Buffer.from([5, 2]), created]);
  const digest = createHash('sha256')
    .update(hashedKey)
    .update(Buffer.concat([Buffer.from([0xb4, 0, 0]), u16(user.length), user, hashed]))
    .update(Buffer.concat([Buffer.from([4, 0xff, 0, 0]), u16(hashed.length)]))
    .digest();
  const unhashed = Buffer.concat([u16(10), Buffer.from([9, 16]), id]);
  const signature = Buffer.concat([hashed, unhashed, digest.subarray(0, 2), mpi(small), mpi(small)]);
  return Buffer.concat([packet(6, key), packet(13, user), packet(2, signature)]);
}

describe('a key that somebody gives', () => {
  it('counts only where something can be encrypted to it: of its inbox alone nothing else fails later', async () => {
    const reading = await createEncryptor(systemClock).read('smime', hugeCertificate(), address);
    expect(reading).toEqual({ kind: 'fault', of: 'smime', fault: 'no_encryption' });
  });

  it('is not computed with where its numbers are so large that this takes minutes', async () => {
    const reading = await readOpenPgpKey(hugeDsaKey(1100), address, new Date(systemClock.now()));
    expect(reading).toEqual({ kind: 'fault', fault: 'too_large' });
  });

  it('holds up no mail while it is read', async () => {
    const encryptor = createEncryptor(systemClock);
    const { publicKey } = await makeInboxKey(address);
    const { certificate } = await makeMailCertificate(address, systemClock.now());
    const made = await encryptor.read('smime', Buffer.from(certificate), address);
    if (made.kind === 'fault') throw new Error(made.fault);
    let read = 0;
    const reading = Array.from({ length: 60 }, async () => {
      await encryptor.read('openpgp', Buffer.from(publicKey), address);
      read += 1;
    });
    expect(await encryptor.encrypt({ kind: 'smime', octets: made.key.octets }, Buffer.from('x'))).not.toBeNull();
    expect(read).toBeLessThan(60);
    await Promise.all(reading);
  });
});
