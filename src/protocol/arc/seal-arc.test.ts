import { arc } from 'mailauth/lib/arc/index.js';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { describe, expect, it } from 'vitest';
import { keyRecordOf } from '#support/key-record.ts';
import { sealArc } from '#protocol/arc/seal-arc.ts';
import { type ArcVerdict, verifyArc } from '#protocol/arc/verify-arc.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import type { DnsAnswer } from '#protocol/dns/resolver.ts';
import { makeField } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { rsaKey } from '#support/rsa-keys.ts';

const key = rsaKey(14);
const domain = 'relay.test';
const selector = 'k1';
const now = new Date('2026-11-21T12:00:00Z');
const record = keyRecordOf({ name: domain, selector, key });
const authenticationResults = makeField('Authentication-Results', 'mx.relay.test; spf=pass smtp.mailfrom=a.test');
const plain = Buffer.from(
  'DKIM-Signature: v=1; b=x\r\nFrom: "\u00e9" <a@a.test>\r\nSubject: hi\r\nTo: b@relay.test\r\n\r\nHello  \r\nyou\r\n',
  'latin1',
);

const resolver = {
  txt: (name: string): Promise<DnsAnswer<string>> =>
    Promise.resolve(
      name === record.name ? { kind: 'found', records: [record.value], authenticated: false } : { kind: 'no-name' },
    ),
};

function verify(content: Buffer): Promise<ArcVerdict> {
  const message = parseMessage(content);
  const hashes = createBodyHashes(message.body);
  return verifyArc({ resolver, clock: { now: () => now.getTime() } }, { message, hashes, localKey: () => null });
}

async function theirVerdict(content: Buffer): Promise<string> {
  const theirs = (name: string): Promise<string[][]> => Promise.resolve(name === record.name ? [[record.value]] : []);
  const verified = await dkimVerify(content, { resolver: theirs, curTime: now, strict: true });
  const data = { ...verified.arc, chain: verified.arc?.chain || [] };
  return (await arc(data, { resolver: theirs, strict: true })).status.result;
}

/** The message with one more set, sealed by what `verify` says of it. */
async function seal(content: Buffer): Promise<Buffer> {
  const { fields, body } = parseMessage(content);
  const verdict = await verify(content);
  const bodyHash = createBodyHashes(body).sha256('relaxed');
  const signing = { domain, selector, key, now };
  const set = await sealArc({ ...signing, fields, bodyHash, authenticationResults, arc: verdict });
  return Buffer.concat([set, content]);
}

function valueOf(content: Buffer, name: string): string {
  return String(parseMessage(content).fields.find(({ key: field }) => field === name)?.raw);
}

describe('sealArc', () => {
  it('makes chains that both verifiers accept', async () => {
    let message: Buffer = plain;
    for (let instance = 1; instance <= 3; instance += 1) {
      message = await seal(message);
      const sealers = Array<string>(instance).fill(domain);
      expect(await verify(message)).toEqual({ result: 'pass', instance, sealers, comment: null });
      expect(await theirVerdict(message)).toBe('pass');
    }
    expect(valueOf(message, 'arc-authentication-results')).toContain('i=3; mx.relay.test; spf=pass');
    expect(valueOf(message, 'arc-seal')).toContain('cv=pass');
  });

  it('signs From, Subject and the signatures, and no seal', async () => {
    const sealed = await seal(plain);
    const names = /h=([^;]*);/.exec(valueOf(sealed, 'arc-message-signature').replaceAll(/\s/g, ''))?.[1]?.split(':');
    expect(names).toEqual(expect.arrayContaining(['from', 'subject', 'dkim-signature']));
    expect(names?.filter((name) => name.startsWith('arc-') || name === 'authentication-results')).toEqual([]);
    for (const changed of [String(sealed).replace('Subject: hi', 'Subject: ho'), `${String(sealed)}more\r\n`]) {
      expect((await verify(Buffer.from(changed, 'latin1'))).result).toBe('fail');
    }
  });

  it('seals a broken chain once, over its own set alone, and never again', async () => {
    const broken = Buffer.concat([await seal(plain), Buffer.from('more\r\n')]);
    const ended = await seal(broken);
    expect(valueOf(ended, 'arc-seal')).toMatch(/i=2; .*cv=fail/s);
    expect(await verify(ended)).toMatchObject({ result: 'fail', instance: 2 });
    expect(await theirVerdict(ended)).toBe('fail');
    expect(await seal(ended)).toEqual(ended);
  });

  it('begins no 51st set and seals nothing that DNS did not speak of', async () => {
    const { fields, body } = parseMessage(await seal(plain));
    const bodyHash = createBodyHashes(body).sha256('relaxed');
    const input = { fields, bodyHash, authenticationResults, domain, selector, key, now };
    const trouble: ArcVerdict = { result: 'temperror', instance: 1, sealers: [domain], comment: null };
    expect(await sealArc({ ...input, arc: trouble })).toHaveLength(0);
    const full = fields.map((field) =>
      field.key.startsWith('arc-') ? { ...field, raw: Buffer.from(String(field.raw).replace('i=1', 'i=50')) } : field,
    );
    expect(await sealArc({ ...input, fields: full, arc: { ...trouble, result: 'fail' } })).toHaveLength(0);
  });

  it('starts anew where the chain was taken off', async () => {
    const { fields, body } = parseMessage(plain);
    const bodyHash = createBodyHashes(body).sha256('relaxed');
    const verdict: ArcVerdict = { result: 'pass', instance: 2, sealers: ['a.test', 'b.test'], comment: null };
    const set = await sealArc({ fields, bodyHash, authenticationResults, arc: verdict, domain, selector, key, now });
    expect((await verify(Buffer.concat([set, plain]))).result).toBe('pass');
    expect(String(set)).toContain('i=1; a=rsa-sha256; cv=none;');
  });
});

describe('verifyArc', () => {
  it('is done with fifty valid seals over a megabyte', async () => {
    let message: Buffer = plain;
    for (let instance = 1; instance <= 50; instance += 1) {
      const { fields, body } = parseMessage(message);
      const bodyHash = createBodyHashes(body).sha256('relaxed');
      const results = makeField('Authentication-Results', `mx.relay.test; none ${'(word) '.repeat(2500)}`);
      const result = instance === 1 ? ('none' as const) : ('pass' as const);
      const verdict: ArcVerdict = { result, instance: instance - 1, sealers: [], comment: null };
      const signing = { domain, selector, key, now };
      const set = await sealArc({ ...signing, fields, bodyHash, authenticationResults: results, arc: verdict });
      message = Buffer.concat([set, message]);
    }
    expect(message.length).toBeGreaterThan(900_000);
    expect(await verify(message)).toMatchObject({ result: 'pass', instance: 50 });
  });

  it.each([
    ['ten thousand seals', 'ARC-Seal: i=1; cv=none\r\n'.repeat(9000)],
    ['a seal of a megabyte', `ARC-Seal: i=1; b=${'A'.repeat(1_000_000)}\r\n`],
    ['results of a megabyte of comments', `ARC-Authentication-Results: ${'(a)'.repeat(300_000)}i=1; x\r\n`],
    ['open comments', `ARC-Authentication-Results: ${'('.repeat(900_000)}\r\n`],
    ['blanks', `ARC-Authentication-Results: ${' '.repeat(900_000)}i\r\n`],
  ])('is done with %s', async (_, header) => {
    expect((await verify(Buffer.from(`${header}From: a@a.test\r\n\r\nx`))).result).toBe('fail');
  });
});
