import { createSign, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { describe, expect, it } from 'vitest';
import { keyRecordOf } from '#support/key-record.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { signDkim } from '#protocol/dkim/sign-dkim.ts';
import { type DkimVerdict, verifyDkim } from '#protocol/dkim/verify-dkim.ts';
import type { DnsAnswer } from '#protocol/dns/resolver.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { countSteps } from '#support/count-steps.ts';
import { rsaKey } from '#support/rsa-keys.ts';

const key = rsaKey(14);
const otherKey = rsaKey(15);
const domain = 'relay.test';
const selector = 'k1';
const now = new Date('2026-11-21T12:00:00Z');
const record = keyRecordOf({ name: domain, selector, key });
const plainHeader = Buffer.from('From: "A" <reply=x@relay.test>\r\nTo: a@relay.test\r\nSubject: hi\r\n');

type Txt = (name: string) => Promise<DnsAnswer<string>>;

const published: Txt = (name) =>
  Promise.resolve(
    name === record.name ? { kind: 'found', records: [record.value], authenticated: false } : { kind: 'no-name' },
  );

function verify(content: Buffer, txt = published, own: KeyObject | null = null): Promise<DkimVerdict[]> {
  const message = parseMessage(content);
  const localKey = (name: string): KeyObject | null => (name === domain ? own : null);
  const hashes = createBodyHashes(message.body);
  return verifyDkim({ resolver: { txt }, clock: { now: () => now.getTime() } }, { message, hashes, localKey });
}

async function resultsOf(...question: Parameters<typeof verify>): Promise<string[]> {
  return (await verify(...question)).map(({ result }) => result);
}

async function sign(header: Buffer, body: Buffer): Promise<Buffer> {
  const bodyHash = createBodyHashes(body).sha256('relaxed');
  const signature = await signDkim({ fields: parseMessage(header).fields, bodyHash, domain, selector, key, now });
  return Buffer.concat([signature, header, Buffer.from('\r\n'), body]);
}

const body = fc
  .array(fc.constantFrom(' ', '  ', '\t', '\r\n', '\r\n\r\n', 'word', '.', '\u00e9', '\u00a0', ' \r\n', '\t\r\n'), {
    maxLength: 30,
  })
  .map((pieces) => Buffer.from(pieces.join(''), 'latin1'));

describe('verifyDkim', () => {
  it('tells who signed, how, and what', async () => {
    const [verdict] = await verify(await sign(plainHeader, Buffer.from('text\r\n')));
    expect(verdict).toMatchObject({
      result: 'pass',
      domain,
      selector,
      algorithm: 'rsa-sha256',
      comment: null,
    });
    expect(verdict?.signedFields).toEqual(expect.arrayContaining(['from', 'to', 'subject', 'content-type']));
    expect(verdict?.signaturePrefix).toMatch(/^[A-Za-z0-9+/]{8}$/);
  });

  it('checks a long header as it does a short one', async () => {
    const header = Buffer.concat([plainHeader, Buffer.from(`Subject: ${'x '.repeat(50_000)}\r\n`)]);
    const message = await sign(header, Buffer.from('text\r\n'));
    expect(await resultsOf(message)).toEqual(['pass']);
    expect(await resultsOf(Buffer.from(String(message).replace('x x', 'x y')))).toEqual(['fail']);
  });

  it('checks signatures of our own domains without DNS', async () => {
    const message = await sign(plainHeader, Buffer.from('text\r\n'));
    const asked: string[] = [];
    const txt: Txt = (name) => {
      asked.push(name);
      return published(name);
    };
    expect(await resultsOf(message, txt, key)).toEqual(['pass']);
    expect(await resultsOf(message, txt, otherKey)).toEqual(['fail']);
    expect(asked).toEqual([]);
    expect(await resultsOf(message, txt)).toEqual(['pass']);
    expect(asked).toEqual([record.name]);
  });

  it.each(['relaxed/relaxed', 'simple/simple', 'relaxed/simple', 'simple/relaxed'])(
    'agrees with another signer about %s',
    async (canonicalization) => {
      const privateKey = key.export({ type: 'pkcs8', format: 'pem' }).toString();
      await fc.assert(
        fc.asyncProperty(body, async (octets) => {
          const message = Buffer.concat([plainHeader, Buffer.from('\r\n'), octets]);
          const one = { canonicalization, algorithm: 'rsa-sha256', signingDomain: domain, selector, privateKey };
          const { signatures } = await dkimSign(message, { ...one, signatureData: [one] });
          expect(await resultsOf(Buffer.concat([Buffer.from(signatures), message]))).toEqual(['pass']);
        }),
        { numRuns: 20 },
      );
    },
  );

  it('reads what other readers refuse: blanks beside =, two services of a key, an empty body under simple, a clock ahead', async () => {
    const services: Txt = (name) =>
      Promise.resolve(
        name === record.name
          ? { kind: 'found', records: [record.value.replace('k=', 's=email:tlsrpt; k=')], authenticated: false }
          : { kind: 'no-name' },
      );
    const tags =
      `v = 1; a = rsa-sha256; c = relaxed/simple; d\t=\r\n ${domain}; s = ${selector}; h = from; ` +
      `t = ${now.getTime() / 1000 + 600}; bh = ${createBodyHashes(Buffer.alloc(0)).sha256('simple').toString('base64')}; b =`;
    const relaxed = `dkim-signature:${tags.replaceAll(/\s+/g, ' ')}`;
    const signature = createSign('sha256').update(`from:"A" <reply=x@relay.test>\r\n${relaxed}`).sign(key, 'base64');
    const message = `DKIM-Signature: ${tags}${signature}\r\n${String(plainHeader)}\r\n`;
    expect(await resultsOf(Buffer.from(message), services)).toEqual(['pass']);
  });

  it('passes nothing that was altered or signed by another', async () => {
    const text = String(await sign(plainHeader, Buffer.from('text\r\n')));
    const altered = [
      text.replace('reply=x@', 'reply=y@'),
      text.replace('Subject: hi', 'Subject: ho'),
      text.replace('text\r\n', 'test\r\n'),
      text.replace('from:from:', 'x-from:'),
      text.replace('rsa-sha256', 'rsa-sha1'),
      text.replace('d=relay.test', 'd=mask.test'),
      text.replace('v=1;', 'v=1; l=0;'),
      text.replace('v=1;', 'v=1; v=1;'),
    ];
    const results = await Promise.all(altered.map((each) => resultsOf(Buffer.from(each))));
    expect(results.filter(([result]) => result === undefined || result === 'pass')).toEqual([]);
    expect(await resultsOf(Buffer.from(text.slice(text.indexOf('From:'))))).toEqual([]);
  });

  it('does not care where other fields stand, but in which order equal ones do', async () => {
    const fields = ['From: a@relay.test\r\n', 'To: b@relay.test\r\n', 'Subject: one\r\n', 'Date: now\r\n'];
    const message = String(await sign(Buffer.from(fields.join('')), Buffer.from('x')));
    const signature = message.slice(0, message.indexOf('From:'));
    const lists = ['List-Id: <a>\r\n', 'List-Id: <b>\r\n'];
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...fields, 'X-One: 1\r\n', 'Received: by x\r\n'], { minLength: 6 }),
        async (shuffled) => {
          expect(await resultsOf(Buffer.from(`${shuffled.join('')}${signature}\r\nx`))).toEqual(['pass']);
        },
      ),
      { numRuns: 40 },
    );
    const listed = String(await sign(Buffer.from(fields.concat(lists).join('')), Buffer.from('x')));
    expect(await resultsOf(Buffer.from(listed.replace(lists.join(''), lists.toReversed().join(''))))).toEqual(['fail']);
  });

  it('never takes DNS trouble for a pass or a fail, but knows a broken body without DNS', async () => {
    const message = await sign(plainHeader, Buffer.from('text\r\n'));
    const trouble: Txt = () => Promise.resolve({ kind: 'trouble' });
    expect(await resultsOf(message, trouble)).toEqual(['temperror']);
    expect(await resultsOf(Buffer.concat([message, Buffer.from('more')]), trouble)).toEqual(['fail']);
  });

  it('takes no signature of part of the body for a pass, whoever made it, and says why', async () => {
    const text = 'text\r\n';
    const privateKey = key.export({ type: 'pkcs8', format: 'pem' }).toString();
    const content = Buffer.concat([plainHeader, Buffer.from(`\r\n${text}`)]);
    const verdictOf = async (maxBodyLength: number, more: string) => {
      const one = { algorithm: 'rsa-sha256', signingDomain: domain, selector, privateKey, maxBodyLength };
      const { signatures } = await dkimSign(content, { ...one, signatureData: [one] });
      return (await verify(Buffer.concat([Buffer.from(signatures), content, Buffer.from(more)])))[0];
    };
    expect(await verdictOf(text.length, '')).toMatchObject({ result: 'pass', comment: null });
    const partly = { result: 'policy', comment: 'l= below the body' };
    expect(await verdictOf(3, '')).toMatchObject(partly);
    expect(await verdictOf(text.length, 'more')).toMatchObject(partly);
  });

  it('never throws on garbage', async () => {
    const tag = fc.tuple(
      fc.constantFrom('v', 'a', 'b', 'bh', 'c', 'd', 'h', 'i', 'l', 'q', 's', 't', 'x', 'z', 'D', '', ' b ', 'b\t'),
      fc.oneof(
        fc.constantFrom('1', 'rsa-sha256', 'ed25519-sha256', 'relaxed/relaxed', domain, selector, 'from', 'AAAA', '@'),
        fc.string({ maxLength: 20 }).map((text) => text.replaceAll(/[\r\n]/g, ' ')),
      ),
    );
    const field = fc
      .array(tag, { maxLength: 16 })
      .map((tags) => `DKIM-Signature: ${tags.map((pair) => pair.join('=')).join('; ')}\r\n`);
    await fc.assert(
      fc.asyncProperty(fc.array(field, { maxLength: 4 }), async (fields) => {
        const verdicts = await verify(Buffer.from(`${fields.join('')}From: a@relay.test\r\n\r\nx`));
        expect(verdicts).toHaveLength(fields.length);
        expect(verdicts.filter(({ result }) => result === 'pass')).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('looks at ten of ten thousand signatures', async () => {
    const one = (length: number) => `DKIM-Signature: d=${domain}; h=from; bh=x; b=${'A'.repeat(length)}\r\n`;
    const many = await verify(Buffer.from(`${one(20).repeat(9999)}From: a@relay.test\r\n\r\nx`));
    expect(many).toHaveLength(10);
  });

  it.each([
    ['a name in h= half a million times', `h=${'from:'.repeat(200_000)}from`],
    ['a signature of a megabyte', `b=${'A'.repeat(1_000_000)}`],
    ['a hundred thousand tags', Array.from({ length: 100_000 }, (_, index) => `t${index}=1`).join(';')],
    ['nothing but semicolons', ';'.repeat(1_000_000)],
    ['nothing but blanks', `;${' '.repeat(1_000_000)}x`],
    ['blanks within a value', `n=x${' '.repeat(1_000_000)}x`],
    ['blanks within a name', `n${' '.repeat(1_000_000)}x=`],
    ['blanks and folds', `;${' \r\n '.repeat(250_000)}b`],
    ['nothing but equals signs', '='.repeat(1_000_000)],
  ])('is done with %s', async (_, tags) => {
    const value = `v=1; a=rsa-sha256; d=${domain}; s=${selector}; bh=AAAA; ${tags}`;
    const results = await resultsOf(Buffer.from(`DKIM-Signature: ${value}\r\nFrom: a@relay.test\r\n\r\nx`));
    expect(results).toHaveLength(1);
    expect(results).not.toContain('pass');
  });

  it('shares one pass over a body between ten signatures', async () => {
    const [alone = 0, together = 0] = await countSteps(
      async (signatures: number) => {
        const { createBodyHashes: hashesOf } = await import('#protocol/dkim/body-hashes.ts');
        const { verifyDkim: verifyAll } = await import('#protocol/dkim/verify-dkim.ts');
        const { parseMessage: parse } = await import('#protocol/message/parse-message.ts');
        const fields = Array.from({ length: signatures }, (_, at) => {
          const value = `v=1; a=rsa-sha256; c=relaxed/relaxed; d=relay.test; s=k1; h=from; t=${at}; bh=AAAA; b=AAAA`;
          return `DKIM-Signature: ${value}\r\n`;
        });
        const message = parse(Buffer.from(`${fields.join('')}From: a@relay.test\r\n\r\n${'a \t'.repeat(100_000)}`));
        const context = {
          resolver: { txt: () => Promise.resolve({ kind: 'no-name' as const }) },
          clock: { now: () => 0 },
        };
        const input = { message, hashes: hashesOf(message.body), localKey: () => null };
        return (await verifyAll(context, input)).map(({ result }) => result);
      },
      [1, 10],
    );
    expect(alone).toBeGreaterThan(100_000);
    expect(together).toBeLessThan(1.5 * alone);
  });
});
