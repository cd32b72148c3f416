import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { addKey, deriveTableKey } from '#core/keys/key-table.ts';
import {
  openThreadId,
  sealThreadField,
  sealThreadId,
  turnThreadField,
  rewriteThreadId,
} from '#mail/rewrite/thread-ids.ts';
import { systemRandom } from '#platform/random.ts';
import { fieldText, makeField } from '#protocol/message/header-fields.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { createTestKeyRing, testSecretKey } from '#support/key-ring.ts';
import { anyText } from '#support/any-text.ts';

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
        expect(rewriteThreadId(keys, alias, rewriteThreadId(keys, alias, id))).toBe(id);
      }),
    );
  });

  it('come back whatever signs they consist of', () => {
    for (const id of [
      'ü@kauke.example',
      'a/b/pull/1#2@code.example',
      'AAAAAAAA',
      '',
      '0'.repeat(250),
      '\u{1F600}'.repeat(112),
    ]) {
      expect(openThreadId(keys, alias, sealThreadId(keys, alias, id))).toBe(id);
    }
  });

  it('tell neither the program nor the provider that made them, not even by their length', () => {
    const ids = [
      'CAOq8=x1y2z3@mail.gmail.com',
      'DB7PR04MB4937B1C2@DB7PR04MB4937.eurprd04.prod.outlook.com',
      '5B2D9C1E-7A3F-4E0B-9C55-AA11BB22CC33@icloud.com',
      `${'a'.repeat(86)}==@protonmail.com`,
      'b',
      `${'$'.repeat(102)}@my.example`,
    ];
    const sealed = ids.map((id) => sealThreadId(keys, alias, id));
    expect(new Set(sealed.map((id) => id.length)).size).toBe(1);
    for (const id of sealed) expect(id).toMatch(/^[A-Za-z0-9_-]{132}@kauke\.test$/);
  });

  it('open for their own alias and domain only, and with no octet changed', () => {
    const sealed = sealThreadId(keys, alias, 'x@client.example');
    expect(openThreadId(keys, other, sealed)).toBeNull();
    expect(openThreadId(keys, { ...alias, domain: 'mask.test' }, sealed)).toBeNull();
    expect(sealThreadId(keys, other, 'x@client.example')).not.toBe(sealed);
    for (let at = 0; at < sealed.indexOf('@'); at += 1) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
      expect([at, openThreadId(keys, alias, changed)]).toEqual([at, null]);
    }
    fc.assert(fc.property(anyText(), (text) => openThreadId(keys, alias, text) === null));
    fc.assert(
      fc.property(
        fc.constantFrom(99, 141, 204).chain((length) => fc.uint8Array({ minLength: length, maxLength: length })),
        (octets) => {
          expect(openThreadId(keys, alias, `${Buffer.from(octets).toString('base64url')}@kauke.test`)).toBeNull();
        },
      ),
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

  it.each([
    [
      'x@client.example',
      'An3Omq-xmiJ4SaF24aVGkS5TXH15lk3JymdcAyytnDpOiJ95S-2bji3BGnXPofE00nfEjPTAhpojrdmHUP5aSoSg61JyQzoGI7qi' +
        'bJ2DK3D-gJzpb-MD6CqJ-FFCnWkg2qOGU-_tEhQSbw9IMinOGjceusKYJ1DiG8VRVDfz6RO30XiaoGe9K-HAct9F',
    ],
    [
      `${'a'.repeat(86)}==@protonmail.com`,
      'AqkeQ2VsBdZLntdF-4vr-kYR4fOu9L8WA4GKPi0hV29cbT2JNcJNfo4sxU5pg0vdkFqg0e-2DUrK0ioYCT1sXMj4DGh6-lYrc18i' +
        '66Td45niM57g4Nl1RUKhyNKqlqRETTsw1TO0SCrtHBmP1j4H9LXxC2mVmG7Fs1Druhw--GqZu3OWfI8Gl3C5cX04',
    ],
    [
      `${'long'.repeat(50)}@client.example`,
      'AiWB68OfTSXZcdPRRvTAPUX0U_g_AwPrUtWB6R7J6s9pkQInRCeKejFZBJtGFiRPXYg3ZJPVESSbpi_BfLNiw379VuFI5g2-RdSW' +
        'LUh-jmAQfRSMrHspFYkm9rGBiIRyqrnhC89vLGCsHG_FpTNhJ7KrPEGlbAhiTkqx0yPeTQ6DoWxnB61cbYjXme4viXpoFWhq_I9a' +
        'e5_55VL7O1U3r4OWeeMaND-CrUIGamQsiM60pcHcCt19XbfN7OSspIDY18wjJsSMMHVv1vb-qFyPxPGoYQu0RGFb8rmH_-VNqVAh' +
        'MsCwiX0_oPpXNEh-MFu4x0ob20X1G0ChKOurSA',
    ],
  ])('that were given out in the first form open for ever: %s', async (id, sealed) => {
    const secret = { ...systemRandom, bytes: (octets: number) => Buffer.alloc(octets, 5) };
    const key = await addKey(test.database.db, deriveTableKey(testSecretKey), secret, 'thread', 2);
    const known = await createTestKeyRing(test.database);
    await test.database.db
      .deleteFrom('keys')
      .where('purpose', '=', 'thread')
      .where('version', '=', key.version)
      .execute();
    expect(openThreadId(known, alias, `${sealed}@kauke.test`)).toBe(id);
    expect(openThreadId(known, alias, `${sealed}@KAUKE.test`)).toBe(id);
    expect(openThreadId(known, other, `${sealed}@kauke.test`)).toBeNull();
    expect(openThreadId(keys, alias, `${sealed}@kauke.test`)).toBeNull();
    const shown = sealThreadId(known, alias, `${sealed}@kauke.test`);
    expect(openThreadId(known, alias, shown)).toBe(`${sealed}@kauke.test`);
  });

  it('do not grow when they are sealed again and again, and come back step by step', () => {
    const names = ['x@client.example'];
    for (let depth = 0; depth < 60; depth += 1) names.push(sealThreadId(keys, alias, names.at(-1) ?? ''));
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(names.slice(1).map((name) => name.length))).toEqual(new Set([143]));
    for (const [depth, name] of names.slice(1).entries()) expect(openThreadId(keys, alias, name)).toBe(names[depth]);
    const upper = `${names.at(-1)?.slice(0, -4) ?? ''}TEST`;
    expect(openThreadId(keys, alias, sealThreadId(keys, alias, upper))).toBe(upper);
    // Of another alias of this server, which this one cannot open.
    const foreign = sealThreadId(keys, other, 'x@client.example');
    expect(sealThreadId(keys, alias, foreign)).toHaveLength(283);
    expect(rewriteThreadId(keys, alias, sealThreadId(keys, alias, foreign))).toBe(foreign);
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

function unfoldedLength(field: HeaderField | null): number {
  return (field?.raw.toString() ?? '').replaceAll('\r\n', '').length;
}

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

  it.each([
    [20, ['0', '396', '397', '398', '399']],
    [230, ['0', '398', '399']],
    [420, ['399']],
  ])('keeps the first and the newest ids of a long thread, in 998 octets: ids of %i', (length, expected) => {
    const ids = Array.from({ length: 400 }, (_, index) => `<${index}.${'x'.repeat(length)}@client.example>`);
    const field = turnThreadField(keys, alias, makeField('References', ids.join(' ')));
    const kept = [...(field ? fieldText(field) : '').matchAll(/<([^>]+)>/g)].map(([, id = '']) => id);
    expect(kept.map((id) => openThreadId(keys, alias, id)?.split('.')[0])).toEqual(expected);
    expect(unfoldedLength(field)).toBeLessThanOrEqual(998);
  });
});

/** A message as one side of an alias knows it. */
interface Letter {
  readonly id: string;
  readonly answered: string;
  readonly references: readonly string[];
}

function idsIn(field: HeaderField | null): string[] {
  return [...(field ? fieldText(field) : '').matchAll(/<([^>]+)>/g)].map(([, id = '']) => id);
}

/** How the other side gets it. */
function pass({ id, answered, references }: Letter): Letter {
  const turned = [
    ['Message-ID', [id]] as const,
    ['In-Reply-To', [answered]] as const,
    ['References', references] as const,
  ].map(([name, ids]) => turnThreadField(keys, alias, makeField(name, ids.map((one) => `<${one}>`).join(' '))));
  for (const field of turned) expect(unfoldedLength(field)).toBeLessThanOrEqual(998);
  const [ids, answers, others] = turned.map(idsIn);
  return { id: ids?.[0] ?? '', answered: answers?.[0] ?? '', references: others ?? [] };
}

describe('a thread of 40 messages, both ways', () => {
  it.each([24, 60])('has References that a line can hold, also when a program adds to them: ids of %i', (length) => {
    const start: Letter = { id: 'root@bob.example', answered: '', references: [] };
    const sides = { bob: [start], owner: [pass(start)] };
    for (let count = 1; count < 40; count += 1) {
      const [from, to] = count % 2 === 1 ? ([sides.owner, sides.bob] as const) : ([sides.bob, sides.owner] as const);
      const parent = from.at(-1) ?? start;
      // As nmh does: all that is there, and the id of what is answered.
      const letter = {
        id: `${String(count).padStart(length, 'x')}@client.example`,
        answered: parent.id,
        references: [...parent.references, parent.id],
      };
      expect(
        unfoldedLength(makeField('References', letter.references.map((id) => `<${id}>`).join(' '))),
      ).toBeLessThanOrEqual(998);
      from.push(letter);
      to.push(pass(letter));
    }
    for (const letters of Object.values(sides)) {
      const ids = letters.map(({ id }) => id);
      for (const [index, { answered, references }] of letters.entries()) {
        if (index === 0) continue;
        expect(answered).toBe(ids[index - 1]);
        const kept = references.map((id) => ids.indexOf(id));
        expect(kept[0]).toBe(0);
        expect(kept.slice(-2)).toEqual([index - 2, index - 1].slice(index === 1 ? 1 : 0));
        expect(kept).toEqual([...kept].toSorted((one, next) => one - next));
      }
    }
  });
});
