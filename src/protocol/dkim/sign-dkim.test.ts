import fc from 'fast-check';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { describe, expect, it } from 'vitest';
import { keyRecordOf } from '#support/key-record.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { signDkim } from '#protocol/dkim/sign-dkim.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { rsaKey } from '#support/rsa-keys.ts';

const key = rsaKey(14);
const domain = 'relay.test';
const selector = 'k1';
const now = new Date('2026-11-21T12:00:00Z');

function resolver(name: string): Promise<string[][]> {
  const record = keyRecordOf({ name: domain, selector, key });
  return Promise.resolve(name === record.name ? [[record.value]] : []);
}

const plainHeader = Buffer.from('From: "A" <reply=x@relay.test>\r\nTo: a@relay.test\r\nSubject: hi\r\n');

async function sign(header: Buffer, body: Buffer): Promise<Buffer> {
  const bodyHash = createBodyHashes(body).sha256('relaxed');
  const signature = await signDkim({ fields: parseMessage(header).fields, bodyHash, domain, selector, key, now });
  return Buffer.concat([signature, header, Buffer.from('\r\n'), body]);
}

async function verdict(message: Buffer): Promise<string | undefined> {
  const { results } = await dkimVerify(message, { resolver, curTime: now });
  return results[0]?.status.result;
}

/** Runs of everything canonicalisation cares about. */
const body = fc
  .array(fc.constantFrom(' ', '  ', '\t', '\r\n', '\r\n\r\n', 'word', '.', '\u00e9', '\u00a0', ' \r\n', '\t\r\n'), {
    maxLength: 30,
  })
  .map((pieces) => Buffer.from(pieces.join(''), 'latin1'));

const headerValue = fc
  .array(fc.constantFrom(' ', '\t', '  ', 'word', '\u00e9', '\u00a0', '\r\n ', ':', ';', '=?utf-8?Q?x?='), {
    maxLength: 12,
  })
  .map((pieces) => `${pieces.join('')}x`);

describe('signDkim', () => {
  it('signs bodies of every shape so that another implementation agrees', async () => {
    await fc.assert(
      fc.asyncProperty(body, async (octets) => {
        expect(await verdict(await sign(plainHeader, octets))).toBe('pass');
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['empty', ''],
    ['only line ends', '\r\n\r\n'],
    ['only blanks', ' \t '],
    ['blanks before the end', 'a \r\n \r\n\t\r\n'],
    ['without a final line end', 'a\r\nb'],
    ['with runs of blanks', ' a \t b\t\tc\r\n  d\r\n'],
    ['longer than the scratch buffer', `${'x y  '.repeat(40_000)}\r\n`],
  ])('signs a body that is %s', async (_, text) => {
    expect(await verdict(await sign(plainHeader, Buffer.from(text)))).toBe('pass');
  });

  it('signs headers with folding, 8-bit octets and repeated fields', async () => {
    await fc.assert(
      fc.asyncProperty(headerValue, headerValue, async (subject, other) => {
        const text = `From: a@relay.test\r\nSubject:${subject}\r\nSUBJECT :${other}\r\nList-Id: ${other}\r\n`;
        expect(await verdict(await sign(Buffer.from(text, 'latin1'), Buffer.from('x')))).toBe('pass');
      }),
      { numRuns: 60 },
    );
  });

  it('writes tags as every reader takes them: no blank beside =, relaxed for bodies, no time ahead', async () => {
    const late = new Date(now.getTime() + 999);
    const { fields } = parseMessage(plainHeader);
    const bodyHash = createBodyHashes(Buffer.alloc(0)).sha256('relaxed');
    const signature = String(await signDkim({ fields, bodyHash, domain, selector, key, now: late }));
    const tags = signature.replace(/^[^:]*: /, '').split(';');
    for (const tag of tags) expect(tag).toMatch(/^(?:\r\n)? ?[a-z]+=\S/);
    expect(tags).toContain(' c=relaxed/relaxed');
    expect(tags).toContain(` t=${now.getTime() / 1000}`);
  });

  it('covers the fields a person reads and lets nobody add one', async () => {
    const message = await sign(plainHeader, Buffer.from('x'));
    for (const added of [
      'From: evil@relay.test',
      'Subject: evil',
      'To: evil',
      'Cc: evil',
      'Reply-To: e@v.il',
      'Date: x',
    ]) {
      expect(await verdict(Buffer.concat([Buffer.from(`${added}\r\n`), message]))).toBe('fail');
    }
    expect(await verdict(Buffer.concat([Buffer.from('X-Trace: 1\r\n'), message]))).toBe('pass');
    expect(await verdict(Buffer.concat([message, Buffer.from('more')]))).not.toBe('pass');
  });

  it('covers the fields of the signer itself as often as they occur', async () => {
    const header = Buffer.concat([plainHeader, Buffer.from('X-Own: 1\r\nX-Own: 2\r\n')]);
    const bodyHash = createBodyHashes(Buffer.alloc(0)).sha256('relaxed');
    const ownFields = ['x-own', 'x-absent'];
    const signature = await signDkim({
      fields: parseMessage(header).fields,
      bodyHash,
      domain,
      selector,
      key,
      now,
      ownFields,
    });
    const message = `${String(signature)}${String(header)}\r\n`;
    expect(message.replaceAll(/\s/g, '')).toContain(':x-own:x-own;bh=');
    expect(await verdict(Buffer.from(message))).toBe('pass');
    expect(await verdict(Buffer.from(message.replace('X-Own: 2', 'X-Own: 3')))).toBe('fail');
  });

  it('signs at once, on the thread that asks, where that is wanted', async () => {
    const { fields } = parseMessage(plainHeader);
    const bodyHash = createBodyHashes(Buffer.alloc(0)).sha256('relaxed');
    const signing = { fields, bodyHash, domain, selector, key, now };
    expect(await signDkim({ ...signing, place: 'here' })).toEqual(await signDkim({ ...signing, place: 'pool' }));
  });

  it('folds its field and signs the whole body', async () => {
    const { fields } = parseMessage(await sign(plainHeader, Buffer.from('x')));
    const text = String(fields[0]?.raw);
    expect(Math.max(...text.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78);
    expect(text).toContain(` t=${now.getTime() / 1000};`);
    expect(text).not.toMatch(/\bl=/);
  });
});
