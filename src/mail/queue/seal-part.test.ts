import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openPart, sealPart } from '#mail/queue/spool-sealing.ts';
import { systemRandom } from '#platform/random.ts';

const key = createSecretKey(Buffer.alloc(32, 1));
const place = { messageId: '5f9f2a3e-0000-4000-8000-000000000001', part: 'chunk:0' } as const;

describe('sealPart', () => {
  it('gives back every content at its own place', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (octets) => {
        const plaintext = Buffer.from(octets);
        const sealed = sealPart(key, systemRandom, place, plaintext);
        expect(openPart(key, place, sealed).equals(plaintext)).toBe(true);
      }),
    );
  });

  it('opens at no other place, with no other key and after no change', () => {
    const sealed = sealPart(key, systemRandom, place, Buffer.from('content'));
    expect(() => openPart(key, { ...place, part: 'chunk:1' }, sealed)).toThrow();
    expect(() => openPart(key, { ...place, messageId: 'another' }, sealed)).toThrow();
    expect(() => openPart(createSecretKey(Buffer.alloc(32, 2)), place, sealed)).toThrow();
    for (let at = 0; at < sealed.length; at += 1) {
      const altered = Buffer.from(sealed);
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(() => openPart(key, place, altered)).toThrow();
    }
  });
});
