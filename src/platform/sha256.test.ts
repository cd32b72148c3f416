import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHmacSha256 } from '#platform/sha256.ts';

const octets = (maxLength: number) => fc.uint8Array({ maxLength }).map((array) => Buffer.from(array));

describe('createHmacSha256', () => {
  it('gives what an HMAC object of Node.js gives', () => {
    fc.assert(
      fc.property(octets(64), octets(300), (key, data) => {
        expect(createHmacSha256(key)(data)).toEqual(createHmac('sha256', key).update(data).digest());
      }),
    );
  });

  it('takes no key that would have to be hashed first', () => {
    expect(() => createHmacSha256(Buffer.alloc(65))).toThrow('too long');
  });
});
