import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseKeyRecord } from '#protocol/dkim/dkim-keys.ts';

function encode(options: { readonly modulusLength: number; readonly publicExponent?: number }): string {
  return generateKeyPairSync('rsa', options).publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
}

const encoded = encode({ modulusLength: 1024 });

describe('parseKeyRecord', () => {
  it('parses a record once and gives the same key again', () => {
    const record = `v=DKIM1; k=rsa; p=${encoded}`;
    const first = parseKeyRecord(record);
    expect(first).toMatchObject({ type: 'rsa', sameDomainOnly: false });
    expect(parseKeyRecord(record)).toBe(first);
    const other = parseKeyRecord(`${record}; t=y:s`);
    expect(other).toMatchObject({ sameDomainOnly: true });
  });

  it('forgets what was not used while a thousand others were, and keeps what was', () => {
    const [kept, forgotten] = [`p=${encoded}; n=kept`, `p=${encoded}; n=forgotten`];
    const [before, gone] = [parseKeyRecord(kept), parseKeyRecord(forgotten)];
    for (let index = 0; index < 1000; index += 1) {
      parseKeyRecord(`p=; n=${index}`);
      if (index % 500 === 0) parseKeyRecord(kept);
    }
    expect(parseKeyRecord(kept)).toBe(before);
    expect(parseKeyRecord(forgotten)).not.toBe(gone);
  });

  it('takes no key that was made to keep verifiers busy', () => {
    const costly = createPublicKey({
      key: {
        kty: 'RSA',
        n: Buffer.alloc(256, 0xff).toString('base64url'),
        e: Buffer.alloc(255, 0xff).toString('base64url'),
      },
      format: 'jwk',
    });
    const large = createPublicKey({
      key: { kty: 'RSA', n: Buffer.alloc(1032, 0xff).toString('base64url'), e: 'AQAB' },
      format: 'jwk',
    });
    for (const key of [costly, large]) {
      const p = key.export({ format: 'der', type: 'spki' }).toString('base64');
      expect(parseKeyRecord(`k=rsa; p=${p}`)).toBe('invalid key record');
    }
    expect(parseKeyRecord(`p=${encoded}; n=${'x'.repeat(9000)}`)).toBe('invalid key record');
  });

  it('tells keys that take no time from others', () => {
    const jwk = (bytes: number, e: string) =>
      createPublicKey({ key: { kty: 'RSA', n: Buffer.alloc(bytes, 0xff).toString('base64url'), e }, format: 'jwk' });
    const record = (key: KeyObject): string => `p=${key.export({ format: 'der', type: 'spki' }).toString('base64')}`;
    expect(parseKeyRecord(record(jwk(512, 'AQAB')))).toMatchObject({ quick: true });
    expect(parseKeyRecord(`k=ed25519; p=${Buffer.alloc(32, 1).toString('base64')}`)).toMatchObject({ quick: true });
    expect(parseKeyRecord(record(jwk(513, 'AQAB')))).toMatchObject({ quick: false });
    expect(parseKeyRecord(record(jwk(256, 'AQAD')))).toMatchObject({ quick: false });
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom('rsa', 'ed25519', 'x'), (octets, type) => {
        const p = Buffer.from(octets).toString('base64');
        expect(typeof parseKeyRecord(`k=${type}; p=${p}`)).toBe(
          type === 'ed25519' && octets.length === 32 ? 'object' : 'string',
        );
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(typeof parseKeyRecord(text)).toBe('string');
      }),
    );
  });
});
