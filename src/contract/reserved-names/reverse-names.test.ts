import { crc32 } from 'node:zlib';
import { base32nopad } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isAliasName } from '#contract/alias-faults.ts';
import {
  isReverseName,
  readReverseName,
  reverseForm,
  writeReverseName,
} from '#contract/reserved-names/reverse-names.ts';

const anyToken = fc.stringMatching(/^[a-z2-7]{26}$/);

describe('the name of a reverse address', () => {
  it('is read in both spellings, each found whole in a text', () => {
    fc.assert(
      fc.property(anyToken, fc.constantFrom('equals', 'plain'), (token, spelling) => {
        const name = writeReverseName(token, spelling);
        expect(readReverseName(name)).toBe(token);
        expect(isReverseName(name.toUpperCase())).toBe(true);
        expect(new RegExp(reverseForm).exec(`<${name}@x>`)?.[0]).toBe(name);
      }),
    );
  });

  it('has a plain spelling that every form takes', () => {
    fc.assert(
      fc.property(anyToken, (token) => {
        const name = writeReverseName(token, 'plain');
        expect(name).toMatch(/^[a-z0-9.-]{1,64}$/);
        expect(isAliasName(name)).toBe(true);
        expect(z.email().safeParse(`${name}@kauke.test`).success).toBe(true);
        expect(z.email().safeParse(`${writeReverseName(token, 'equals')}@kauke.test`).success).toBe(false);
      }),
    );
  });

  it('holds the CRC-32 of its token', () => {
    fc.assert(
      fc.property(anyToken, (token) => {
        const sum = Buffer.alloc(5);
        sum.writeUInt32BE(crc32(token), 1);
        // 40 bits, of which the first character of eight is nothing.
        expect(writeReverseName(token, 'plain')).toBe(
          `reply.${token}${base32nopad.encode(sum).toLowerCase().slice(1)}`,
        );
      }),
    );
  });

  it('is none with any one character changed, left out, doubled or swapped with the next', () => {
    fc.assert(
      fc.property(anyToken, fc.nat(38), fc.constantFrom('a', 'b', 'y', 'z', '2', '7'), (token, at, other) => {
        const name = writeReverseName(token, 'plain');
        const [before, here = '', next = '', after] = [name.slice(0, at), name[at], name[at + 1], name.slice(at + 2)];
        const rest = next + after;
        const spoilt = [
          before + other + rest,
          before + rest,
          before + here + here + rest,
          before + next + here + after,
        ];
        for (const wrong of spoilt) if (wrong !== name) expect(readReverseName(wrong)).toBeNull();
      }),
    );
  });

  it('is told from other names', () => {
    const plain = writeReverseName('a'.repeat(26), 'plain');
    for (const name of ['', 'reply', 'reply.', `x${plain}`, `${plain}x`, `${plain}\n`, `reply=${plain.slice(6)}`]) {
      expect(readReverseName(name)).toBeNull();
    }
    expect(readReverseName(plain.toUpperCase())).toBeNull();
    expect(isReverseName(plain.replace('reply.', 'reply-'))).toBe(false);
  });
});
