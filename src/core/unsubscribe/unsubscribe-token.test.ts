import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { KeyRing } from '#core/keys/key-ring.ts';
import {
  makeUnsubscribeLink,
  openUnsubscribeToken,
  sealUnsubscribeToken,
  type UnsubscribeOrder,
} from '#core/unsubscribe/unsubscribe-token.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { createTestKeyRing } from '#support/key-ring.ts';

let test: TestDatabase;
let keys: KeyRing;
beforeAll(async () => {
  test = await createTestDatabase();
  keys = await createTestKeyRing(test.database);
});
afterAll(() => test.drop());

const dayMs = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 10, 24, 12);
const whose = { aliasId: randomUUID(), userId: randomUUID() };
const pause: UnsubscribeOrder = { ...whose, act: 'pause' };
const block: UnsubscribeOrder = { ...whose, act: 'block', sender: 'news+zoë@shop.example' };

function seal(order: UnsubscribeOrder): string {
  const token = sealUnsubscribeToken(keys, order, now);
  expect(token).not.toBeNull();
  return token ?? '';
}

it('gives back what was sealed, for ninety days and no longer than a day more', () => {
  for (const order of [pause, block]) {
    const token = seal(order);
    expect(openUnsubscribeToken(keys, token, now + 90 * dayMs)).toEqual(order);
    expect(openUnsubscribeToken(keys, token, now + 91 * dayMs)).toBeNull();
  }
});

it('shows nothing of it, and never looks the same twice', () => {
  const token = seal(block);
  expect(token).toMatch(/^[\w-]+$/);
  const octets = Buffer.from(token, 'base64url');
  for (const part of ['news', 'shop.example', Buffer.from(whose.aliasId.replaceAll('-', ''), 'hex')])
    expect(octets.includes(part)).toBe(false);
  expect(seal(block)).not.toBe(token);
});

it('opens nothing that was altered in any place, cut, or sealed for something else', () => {
  const octets = Buffer.from(seal(block), 'base64url');
  for (const at of octets.keys()) {
    const altered = Buffer.from(octets);
    altered[at] = (altered[at] ?? 0) ^ 1;
    expect(openUnsubscribeToken(keys, altered.toString('base64url'), now)).toBeNull();
  }
  const elsewhere = keys.seal({ field: 'users.email', rowId: whose.userId }, Buffer.alloc(60)).toString('base64url');
  const others = ['', 'x', elsewhere, 'A'.repeat(90), 'A'.repeat(500), 'A'.repeat(100_000), `${seal(pause)}=`, '%00'];
  for (const token of [...others, seal(pause).slice(0, -2)]) expect(openUnsubscribeToken(keys, token, now)).toBeNull();
});

it('fits into a line of a header however long the sender is, and is left out beyond what any address has', () => {
  const parts = { keys, publicUrl: 'https://kauke.example', nowMs: now };
  const sender = (octets: number): string => `${'x'.repeat(octets - 12)}@far.example`;
  const link = makeUnsubscribeLink(parts, 'block', { ...whose, sender: sender(320) }) ?? '';
  expect(link).toMatch(/^https:\/\/kauke\.example\/unsubscribe\/[\w-]+$/);
  expect(link.length).toBeLessThan(900);
  expect(openUnsubscribeToken(keys, link.slice(link.lastIndexOf('/') + 1), now)).toMatchObject({ sender: sender(320) });
  expect(makeUnsubscribeLink(parts, 'block', { ...whose, sender: sender(321) })).toBeNull();
  expect(makeUnsubscribeLink(parts, 'author', { ...whose, sender: sender(20) })).toBeNull();
});
