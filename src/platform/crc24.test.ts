import { expect, it } from 'vitest';
import { checksumLine } from '#platform/crc24.ts';
import { sha1Key } from '#support/sha1-key.ts';

it('sums up octets as GnuPG does', () => {
  const [, body = '', sum] = /\n\n([^]+?)\n(=.{4})\n-----END/.exec(sha1Key) ?? [];
  expect(checksumLine(Buffer.from(body, 'base64'))).toBe(sum);
  expect(checksumLine(Buffer.alloc(0))).toBe('=twTO');
});
