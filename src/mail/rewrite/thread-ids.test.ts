import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { addKey, deriveTableKey } from '#core/keys/key-table.ts';
import {
  openThreadId,
  sealThreadField,
  sealThreadId,
  turnThreadField,
  turnThreadId,
} from '#mail/rewrite/thread-ids.ts';
import { systemRandom } from '#platform/random.ts';
import { fieldText, makeField } from '#protocol/message/header-fields.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { createTestKeyRing, testSecretKey } from '#support/key-ring.ts';

let test: TestDatabase;
let keys: KeyRing;
const alias = { id: '7f3c', domain: 'kauke.test' };
const other = { id: '7f3d', domain: 'kauke.test' };

beforeAll(async () => {
  test = await createTestDatabase();
  keys = await createTestKeyRing(test.database);
});
afterAll(() => test.drop());

const atom = fc.stringMatching(/^[!-;=?-~]{1,448}$/);

describe('ids of messages', () => {
  it('come back from the name the other side knows them by, and always get the same one', () => {
    fc.assert(
      fc.property(atom, (id) => {
        const sealed = sealThreadId(keys, alias, id);
        expect(sealThreadId(keys, alias, id)).toBe(sealed);
        expect(openThreadId(keys, alias, sealed)).toBe(id);
        expect(turnThreadId(keys, alias, turnThreadId(keys, alias, id))).toBe(id);
      }),
    );
  });

  it('tell neither the program nor the provider that made them, not even by their length', () => {
    const ids = [
      'CAOq8=x1y2z3@mail.gmail.com',
      'DB7PR04MB4937B1C2@DB7PR04MB4937.eurprd04.prod.outlook.com',
      '5B2D9C1E-7A3F-4E0B-9C55-AA11BB22CC33@icloud.com',
      `${'a'.repeat(86)}==@protonmail.com`,
    ];
    const sealed = ids.map((id) => sealThreadId(keys, alias, id));
    expect(new Set(sealed.map((id) => id.length)).size).toBe(1);
    for (const id of sealed) expect(id).toMatch(/^[A-Za-z0-9_-]{188}@kauke\.test$/);
  });

  it('open for their own alias and domain only, and with no octet changed', () => {
    const sealed = sealThreadId(keys, alias, 'x@client.example');
    expect(openThreadId(keys, other, sealed)).toBeNull();
    expect(openThreadId(keys, { ...alias, domain: 'mask.test' }, sealed)).toBeNull();
    expect(sealThreadId(keys, other, 'x@client.example')).not.toBe(sealed);
    for (let at = 0; at < sealed.indexOf('@'); at += 7) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
      expect([at, openThreadId(keys, alias, changed)]).toEqual([at, null]);
    }
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => openThreadId(keys, alias, text) === null));
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 141, maxLength: 141 }), (octets) => {
        expect(openThreadId(keys, alias, `${Buffer.from(octets).toString('base64url')}@kauke.test`)).toBeNull();
      }),
    );
  });

  it('open under the key they were made with when there is a newer one', async () => {
    const sealed = sealThreadId(keys, alias, 'x@client.example');
    const key = await addKey(test.database.db, deriveTableKey(testSecretKey), systemRandom, 'thread', 2);
    const rotated = await createTestKeyRing(test.database);
    expect(openThreadId(rotated, alias, sealed)).toBe('x@client.example');
    expect(sealThreadId(rotated, alias, 'x@client.example')).not.toBe(sealed);
    await test.database.db
      .deleteFrom('keys')
      .where('purpose', '=', 'thread')
      .where('version', '=', key.version)
      .execute();
  });

  it('get a short name that cannot be opened when they are too long for a line', () => {
    const id = `${'x'.repeat(900)}@client.example`;
    const sealed = sealThreadId(keys, alias, id);
    expect(sealed).toMatch(/^[A-Za-z0-9_-]{43}@kauke\.test$/);
    expect(sealThreadId(keys, alias, id)).toBe(sealed);
    expect(openThreadId(keys, alias, sealed)).toBeNull();
    const longest = { id: 'a', domain: `${'d.'.repeat(124)}test` };
    expect(sealThreadId(keys, longest, 'x'.repeat(448)).length).toBeLessThan(990);
  });
});

function turn(name: string, value: string): string | null {
  const field = turnThreadField(keys, alias, makeField(name, value));
  return field && fieldText(field);
}

describe('a field of message ids', () => {
  it('keeps nothing but ids', () => {
    const [one, two] = ['1@a', '2@b'].map((id) => `<${sealThreadId(keys, alias, id)}>`);
    expect(turn('References', '<1@a> (about bob@x.com)\t"ann" <2@b>')).toBe(`${one} ${two}`);
    expect(turn('In-Reply-To', 'Your message of Sunday <1@a>')).toBe(one);
    expect(turn('In-Reply-To', 'ann@home.example')).toBeNull();
    expect(turn('Message-ID', '1@a')).toBe(one);
    expect(turn('Message-ID', '<1@a> <2@b>')).toBe(one);
    expect(turn('Message-ID', '')).toBeNull();
  });

  it('shown to an inbox that did not write comes back as the other side has it, and tells no id of another inbox', () => {
    const given = makeField('References', `<1@bob.example> <${sealThreadId(keys, alias, 'ann@laptop.example')}>`);
    const shown = sealThreadField(keys, alias, given);
    expect(shown && fieldText(shown).startsWith(`<${sealThreadId(keys, alias, '1@bob.example')}> `)).toBe(true);
    expect(shown && turnThreadField(keys, alias, shown)).toEqual(given);
  });

  it('keeps the first and the newest ids of a long thread, each line short enough', () => {
    const ids = Array.from({ length: 400 }, (_, index) => `<${index}.${'x'.repeat(300)}@client.example>`);
    const field = turnThreadField(keys, alias, makeField('References', ids.join(' ')));
    const kept = [...(field ? fieldText(field) : '').matchAll(/<([^>]+)>/g)].map(([, id = '']) => id);
    const opened = kept.map((id) => openThreadId(keys, alias, id)?.split('.')[0]);
    expect(opened).toEqual(['0', ...Array.from({ length: 24 }, (_, index) => String(376 + index))]);
    for (const line of field?.raw.toString().split('\r\n') ?? []) expect(line.length).toBeLessThan(998);
  });
});
