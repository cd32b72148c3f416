import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeWords } from '#protocol/message/encoded-words.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMailboxes } from '#protocol/message/mailboxes.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { sealRaw, signRawDkim, type RawParts, type RawSigner, type Tags } from '#support/sign-raw.ts';
import type { SinkMessage } from '#support/smtp-sink.ts';
import {
  authorOf,
  closedSpf,
  openSpf,
  startVerdictWorld,
  valuesOf,
  webhookAlias,
  writeMessage,
  type VerdictWorld,
} from '#support/verdict-world.ts';

const accepted = '250 2.0.0 Message accepted';
const refusedByDmarc = '550 5.7.26 The policy of the From domain (DMARC) refuses this message';
const doubledField = '550 5.6.0 Message has a header field twice, with different contents, that may be there only once';

let world: VerdictWorld;
beforeAll(async () => {
  world = await startVerdictWorld();
  world.publish('attacker.test', openSpf);
});
afterAll(() => world.stop());

function sign(parts: RawParts, signer: RawSigner, tags: Tags = {}): RawParts {
  return { ...parts, fields: [signRawDkim(parts, signer, tags), ...parts.fields] };
}

describe('a signature over part of the body', () => {
  const forgery = '--x\r\nContent-Type: text/html\r\n\r\n<p>Pay me</p>\r\n--x--\r\n';

  it('proves nothing about what somebody hung behind it', async () => {
    const shop = world.publish('shop.test', closedSpf, 'reject');
    const signed = sign(writeMessage('Shop <orders@shop.test>'), shop, { l: '7' });
    expect((await world.send(signed, { from: 'x@shop.test' })).reply).toBe(accepted);
    const added = {
      fields: [...signed.fields, 'Content-Type: multipart/mixed; boundary=x\r\n'],
      body: `Hello\r\n${forgery}`,
    };
    const { reply, arrived } = await world.send(added);
    expect(reply).toBe(refusedByDmarc);
    expect(arrived).toBeUndefined();
  });

  it('is told as such, and its domain as unverified', async () => {
    const shop = world.publish('lax.test', closedSpf, 'none');
    const { arrived } = await world.send({
      ...sign(writeMessage('Lax <a@lax.test>'), shop, { l: '7' }),
      body: `Hello\r\n${forgery}`,
    });
    expect(authorOf(arrived).name).toBe('[unverified] Lax (a at lax.test)');
    const [results = ''] = valuesOf(arrived, 'authentication-results');
    expect(results).toMatch(/dkim=policy \(l= below the body\) header\.d=lax\.test/);
    expect(results).toMatch(/dmarc=fail \(p=none\)/);
  });

  it('is no proof where mail needs one, and neither is one that leaves From out', async () => {
    const shop = world.publish('bare.test', closedSpf);
    for (const tags of [{ l: '0' }, { l: '3' }, { h: 'to:subject' }]) {
      const { reply } = await world.send(sign(writeMessage('a@bare.test'), shop, tags), {
        from: 'a@bare.test',
      });
      expect(reply).toBe('550 5.7.26 Neither SPF nor DKIM vouches for this message');
    }
  });

  it('is one over the whole where i= is in quoted-printable', async () => {
    const author = world.publish('author.test', closedSpf, 'reject');
    const { arrived } = await world.send(
      sign(writeMessage('Ann <ann@author.test>'), author, { i: 'ann=40mail=2Eauthor.test' }),
    );
    expect(authorOf(arrived).name).toBe('Ann (ann at author.test)');
  });
});

describe('fields that may stand once', () => {
  it.each([
    ['Subject: EVIL'],
    ['Date: Sun, 22 Nov 2026 10:00:00 +0000'],
    ['Sender: a@attacker.test', 'Sender: b@attacker.test'],
    ['Reply-To: a@attacker.test', 'Reply-To: b@attacker.test'],
    ['Message-ID: <another@x.test>'],
    ['MIME-Version: 1.0', 'MIME-Version: 1.0 (x)'],
    ['Content-Type: text/plain', 'Content-Type: text/html'],
    ['Content-Transfer-Encoding: 7bit', 'Content-Transfer-Encoding: base64'],
    ['Content-Disposition: inline', 'Content-Disposition: attachment'],
  ])('are refused where a second one differs: %s', async (...fields) => {
    const { reply, arrived } = await world.send(writeMessage('a@attacker.test', fields));
    expect(reply).toBe(doubledField);
    expect(arrived).toBeUndefined();
  });

  it('fold where they are alike, and lists of recipients and ids are joined', async () => {
    const fields = [
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'References: <1@x.test>',
      'mime-version:  1.0',
      'Content-type: text/plain;\r\n charset=utf-8',
      'References: <2@x.test>',
      'To: Carol <carol@friends.example>',
      'Cc: dave@friends.example',
      'Cc: eve@friends.example',
    ];
    const { reply, arrived } = await world.send(writeMessage('a@attacker.test', fields));
    expect(reply).toBe(accepted);
    const once = ['mime-version', 'content-type', 'references', 'to', 'cc', 'subject', 'date', 'message-id'];
    expect(once.filter((name) => valuesOf(arrived, name).length !== 1)).toEqual([]);
    expect(valuesOf(arrived, 'references')[0]?.match(/</g)).toHaveLength(2);
    expect(
      valuesOf(arrived, 'to')
        .flatMap(parseMailboxes)
        .map(({ name }) => name),
    ).toEqual([null, 'Carol (carol at friends.example)']);
    expect(valuesOf(arrived, 'cc').flatMap(parseMailboxes)).toHaveLength(2);
  });
});

describe('a failure under p=quarantine', () => {
  const isSpam = async (policy: 'none' | 'quarantine'): Promise<unknown> => {
    world.publish(`${policy}.test`, closedSpf, policy);
    const { arrived } = await world.send(writeMessage(`a@${policy}.test`));
    expect(authorOf(arrived).name).toBe(`[unverified] a at ${policy}.test`);
    const before = world.receiver.calls.length;
    expect((await world.send(writeMessage(`a@${policy}.test`), { to: webhookAlias })).reply).toBe(accepted);
    const call = (await world.receiver.came(before + 1)).at(before);
    const { data } = JSON.parse(String(call?.body)) as { data: { spam: boolean } };
    return [valuesOf(arrived, 'x-spam-flag'), data.spam];
  };

  it('carries the mark of spam, for webhooks too, and one under p=none does not', async () => {
    expect(await isSpam('quarantine')).toEqual([['YES'], true]);
    expect(await isSpam('none')).toEqual([[], false]);
  });
});

describe('mail from the null reverse-path', () => {
  it('is proven by the HELO name of its server, and needs that proof', async () => {
    world.publish('mta.host.test', openSpf);
    world.publish('host.test', closedSpf, 'reject');
    const report = (): RawParts => writeMessage('MTA <bounces@host.test>');
    const { arrived } = await world.send(report(), { from: '', helo: 'mta.host.test' });
    expect(authorOf(arrived).name).toBe('MTA (bounces at host.test)');
    expect(valuesOf(arrived, 'authentication-results')[0]).toContain('spf=pass smtp.helo=mta.host.test');
    expect((await world.send(report(), { from: '', helo: 'other.host.test' })).reply).toMatch(/^550 5\.7\.26 /);
  });

  it.each(['MAILER-DAEMON', 'Mail Delivery System <MAILER-DAEMON>', '<>'])(
    'is a report where its author is %j, and reaches the owner as unverified',
    async (author) => {
      world.publish('mta.host.test', openSpf);
      const { reply, arrived } = await world.send(writeMessage(author), { from: '', helo: 'mta.host.test' });
      expect(reply).toBe(accepted);
      expect(authorOf(arrived).name).toMatch(/^\[unverified\] .*MAILER-DAEMON at unknown\.invalid\)?$/);
      expect((await world.send(writeMessage(author))).reply).toMatch(/^550 5\.6\.0 /);
    },
  );
});

describe('mail that p=reject would refuse', () => {
  /** Long words: signatures and ids are random letters, and some hold short ones. */
  const forged = 'Chairwoman <chairwoman@bank.test>';

  function expectOnly(voucher: string, message: SinkMessage | undefined): void {
    expect(authorOf(message).name).toBe(`via ${voucher}`);
    const { fields } = parseMessage(message?.raw ?? Buffer.alloc(0));
    const shown = fields.filter(({ key: each }) => !each.endsWith('authentication-results')).map(fieldText);
    expect(shown.filter((text) => /chairwoman|bank\.test/i.test(decodeWords(text)))).toEqual([]);
  }

  it('shows only the list that signed it, where its reader lets it through, under an address that is not the author’s', async () => {
    const bank = world.publish('bank.test', closedSpf, 'reject');
    const news = world.publish('news.example', closedSpf);
    const own = await world.send(sign(writeMessage(forged), bank), { from: 'chairwoman@bank.test' });
    expect(authorOf(own.arrived).name).toBe('Chairwoman (chairwoman at bank.test)');
    const listed = writeMessage(forged, ['List-Id: Chairwoman <talk.news.example>', `Reply-To: ${forged}`]);
    const withoutName = { ...listed, fields: listed.fields.map((field) => field.replace('Chairwoman ', '')) };
    expect((await world.send(sign(withoutName, news))).reply).toBe(refusedByDmarc);
    const rule = { scope: 'account', match: 'list:news.example', action: 'allow' };
    expect((await world.owner.send('POST', '/api/sender-rules', rule)).status).toBe(201);
    const { reply, arrived } = await world.send(sign(withoutName, news));
    expect(reply).toBe(accepted);
    expectOnly('news.example', arrived);
    expect(authorOf(arrived).address).not.toBe(authorOf(own.arrived).address);
  });

  it.each([
    ['List-Id: <talk.news.example>', 'attacker.test'],
    ['List-Id: <talk.example>', 'news.example'],
    ['X-List: <talk.news.example>', 'news.example'],
  ])('is refused with %s signed by %s', async (field, domain) => {
    world.publish('bank.test', closedSpf, 'reject');
    const { reply, arrived } = await world.send(sign(writeMessage(forged, [field]), world.publish(domain, openSpf)));
    expect(reply).toBe(refusedByDmarc);
    expect(arrived).toBeUndefined();
  });

  it('shows only the trusted sealer that saw its author pass', async () => {
    world.publish('bank.test', closedSpf, 'reject');
    const relay = world.publish('relay.test', closedSpf);
    const seal = (says: string, signer = relay): RawParts =>
      sealRaw(writeMessage(forged), signer, {
        results: `ARC-Authentication-Results: i=1; ${signer.domain}; ${says}\r\n`,
      });
    expectOnly('relay.test', (await world.send(seal('dmarc=pass header.from=bank.test'))).arrived);
    for (const wrong of [
      seal('dmarc=fail header.from=bank.test'),
      seal('dmarc=pass header.from=attacker.test'),
      seal('dmarc=pass header.from=bank.test', world.publish('attacker.test', openSpf)),
      // One of the defaults, which the setting replaces.
      seal('dmarc=pass header.from=bank.test', world.publish('google.com', closedSpf)),
      { ...seal('dmarc=pass header.from=bank.test'), body: 'Another\r\n' },
    ]) {
      expect((await world.send(wrong)).reply).toBe(refusedByDmarc);
    }
  });
});

/** Header fields by the thousand, and a body behind what is signed of it. */
function makeHostile(signer: RawSigner): [string, RawParts][] {
  const fields = (count: number, make: (at: number) => string): RawParts =>
    writeMessage(
      'a@attacker.test',
      Array.from({ length: count }, (_, at) => make(at)),
    );
  const long = writeMessage('a@attacker.test', [], 'a  b\r\n'.repeat(4_000_000));
  const signature = signRawDkim({ ...long, body: 'a' }, signer, { l: '1' });
  return [
    ['9,000 copies of a Reply-To', fields(9000, () => 'Reply-To: b@attacker.test')],
    ['4,500 fields of MIME, each twice', fields(9000, (at) => `Content-X${at % 4500}: x`)],
    ['a megabyte of ids in 900 fields', fields(900, (at) => `References: ${`<${at}@x.test> `.repeat(70)}`)],
    ['24 MiB behind ten signatures', { ...long, fields: [...Array<string>(10).fill(signature), ...long.fields] }],
  ];
}

describe('hostile mail of these kinds', () => {
  it('gets its reply and leaves no line in the log', async () => {
    const found: unknown[] = [];
    const hostile = makeHostile(world.publish('attacker.test', openSpf));
    for (const [name, message] of hostile) {
      const { reply } = await world.send(message);
      found.push([name, reply]);
    }
    expect(found).toEqual(hostile.map(([name]) => [name, accepted]));
    expect(world.logLines.filter((line) => /"level":"(?:warn|error)"/.test(line))).toEqual([]);
    expect(world.logLines.join('')).not.toMatch(/attacker|bank|shop|news/);
  });
});
