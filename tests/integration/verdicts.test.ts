import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeWords } from '#protocol/message/encoded-words.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMailboxes, type Mailbox } from '#protocol/message/mailboxes.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { keyRecordOf } from '#support/key-record.ts';
import { confirmInbox, signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { joinParts, sealRaw, signRawDkim, type RawParts, type RawSigner, type Tags } from '#support/sign-raw.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SinkMessage, type SmtpSink } from '#support/smtp-sink.ts';
import { createTestLog } from '#support/test-log.ts';
import { watchEventLoop } from '#support/watch-event-loop.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#support/webhook-receiver.ts';

const inbox = 'ann.inbox@office.example';
const alias = 'my-alias@kauke.test';
const hooked = 'hooked@kauke.test';
const accepted = '250 2.0.0 Message accepted';
const refusedByDmarc = '550 5.7.26 The policy of the From domain (DMARC) refuses this message';
const doubledField = '550 5.6.0 Message has a header field twice, with different contents, that may be there only once';

const logLines: string[] = [];
const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 });
let sink: SmtpSink;
let receiver: WebhookReceiver;
let service: RunningService;

/** A domain with a DKIM key, an SPF record and perhaps a DMARC policy. */
function publish(domain: string, spf: string, policy?: 'none' | 'quarantine' | 'reject'): RawSigner {
  const record = keyRecordOf({ name: domain, selector: 's1', key });
  service.dns.add({
    [domain]: { TXT: [spf], A: ['127.0.0.1'] },
    [record.name]: { TXT: [record.value] },
    ...(policy === undefined ? {} : { [`_dmarc.${domain}`]: { TXT: [`v=DMARC1; p=${policy}`] } }),
  });
  return { domain, selector: 's1', key };
}

const open = 'v=spf1 ip4:127.0.0.1 -all';
const closed = 'v=spf1 -all';
let serial = 0;

function write(from: string, fields: readonly string[] = [], body = 'Hello\r\n'): RawParts {
  serial += 1;
  const own = [`From: ${from}`, `To: ${alias}`, `Subject: ${serial}`, 'Date: Sat, 21 Nov 2026 10:00:00 +0000'];
  return { fields: [...own, `Message-ID: <${serial}@x.test>`, ...fields].map((field) => `${field}\r\n`), body };
}

function sign(parts: RawParts, signer: RawSigner, tags: Tags = {}): RawParts {
  return { ...parts, fields: [signRawDkim(parts, signer, tags), ...parts.fields] };
}

interface Sent {
  readonly reply: string | null;
  /** What reached the inbox. */
  readonly arrived: SinkMessage | undefined;
}

async function send(parts: RawParts, from = 'x@attacker.test', to = alias, helo = 'client.example'): Promise<Sent> {
  const before = sink.messages.length;
  const { data } = await sendMessage({ port: service.mxPort, from, to, helo, data: joinParts(parts) });
  return { reply: data, arrived: sink.messages[before] };
}

function valuesOf(message: SinkMessage | undefined, name: string): string[] {
  const { fields } = parseMessage(message?.raw ?? Buffer.alloc(0));
  return fields.filter(({ key: each }) => each === name).map(fieldText);
}

/** The name and the reverse address in From. */
function fromOf(message: SinkMessage | undefined): Mailbox {
  const [from, ...more] = valuesOf(message, 'from').flatMap(parseMailboxes);
  expect(more).toEqual([]);
  if (from === undefined) throw new Error('nothing arrived');
  expect(from.address).toMatch(/^reply=[a-z2-7]{26}@kauke\.test$/);
  return from;
}

/** Once the webhook is confirmed. */
async function seeConfirmed(owner: Owner): Promise<void> {
  for (let isConfirmed = false; !isConfirmed;) {
    const { body } = await owner.send('GET', '/api/targets');
    const { targets } = body as { targets: { kind: string; state: string }[] };
    isConfirmed = targets.some(({ kind, state }) => kind === 'webhook' && state === 'confirmed');
  }
}

beforeAll(async () => {
  sink = await startSmtpSink();
  receiver = await startWebhookReceiver({ secure: false });
  service = await startService(
    {
      SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
      OPERATOR_EMAIL: 'operator@home.example',
      UNAUTHENTICATED_MAIL: 'refuse',
      TRUSTED_SEALERS: 'relay.test',
      WEBHOOK_ALLOW_INSECURE: 'true',
    },
    { log: createTestLog((line) => logLines.push(line)) },
  );
  const ann = await signUpOwner(service, 'ann.private@home.example');
  await ann.createAlias('my-alias', [inbox]);
  await ann.createAlias('hooked', [`http://127.0.0.1:${receiver.port}/mail`]);
  for (const mail of await sink.waitForMessages(2)) {
    if (mail.rcptTo.includes(inbox)) await confirmInbox(ann, mail.raw);
  }
  await seeConfirmed(ann);
  publish('attacker.test', open);
}, 60_000);

afterAll(async () => {
  await service.stop();
  await receiver.stop();
  await sink.stop();
});

describe('a signature over part of the body', () => {
  const forgery = '--x\r\nContent-Type: text/html\r\n\r\n<p>Pay me</p>\r\n--x--\r\n';

  it('proves nothing about what somebody hung behind it', async () => {
    const shop = publish('shop.test', closed, 'reject');
    const signed = sign(write('Shop <orders@shop.test>'), shop, { l: '7' });
    expect((await send(signed, 'x@shop.test')).reply).toBe(accepted);
    const added = {
      fields: [...signed.fields, 'Content-Type: multipart/mixed; boundary=x\r\n'],
      body: `Hello\r\n${forgery}`,
    };
    const { reply, arrived } = await send(added);
    expect(reply).toBe(refusedByDmarc);
    expect(arrived).toBeUndefined();
  });

  it('is told as such, and its domain as unverified', async () => {
    const shop = publish('lax.test', closed, 'none');
    const { arrived } = await send({
      ...sign(write('Lax <a@lax.test>'), shop, { l: '7' }),
      body: `Hello\r\n${forgery}`,
    });
    expect(fromOf(arrived).name).toBe('[unverified] Lax (a at lax.test)');
    const [results = ''] = valuesOf(arrived, 'authentication-results');
    expect(results).toMatch(/dkim=policy \(l= below the body\) header\.d=lax\.test/);
    expect(results).toMatch(/dmarc=fail \(p=none\)/);
  });

  it('is no proof where mail needs one, and neither is one that leaves From out', async () => {
    const shop = publish('bare.test', closed);
    for (const tags of [{ l: '0' }, { l: '3' }, { h: 'to:subject' }]) {
      const { reply } = await send(sign(write('a@bare.test'), shop, tags), 'a@bare.test');
      expect(reply).toBe('550 5.7.26 Neither SPF nor DKIM vouches for this message');
    }
  });

  it('is one over the whole where i= is in quoted-printable', async () => {
    const author = publish('author.test', closed, 'reject');
    const { arrived } = await send(sign(write('Ann <ann@author.test>'), author, { i: 'ann=40mail=2Eauthor.test' }));
    expect(fromOf(arrived).name).toBe('Ann (ann at author.test)');
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
    const { reply, arrived } = await send(write('a@attacker.test', fields));
    expect(reply).toBe(doubledField);
    expect(arrived).toBeUndefined();
  });

  it('fold where they are alike, and lists of recipients and ids are joined', async () => {
    const fields = [
      ...['MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8', 'References: <1@x.test>'],
      ...['mime-version:  1.0', 'Content-type: text/plain;\r\n charset=utf-8', 'References: <2@x.test>'],
      ...['To: Carol <carol@friends.example>', 'Cc: dave@friends.example', 'Cc: eve@friends.example'],
    ];
    const { reply, arrived } = await send(write('a@attacker.test', fields));
    expect(reply).toBe(accepted);
    for (const name of ['mime-version', 'content-type', 'references', 'to', 'cc', 'subject', 'date', 'message-id']) {
      expect(valuesOf(arrived, name), name).toHaveLength(1);
    }
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
    publish(`${policy}.test`, closed, policy);
    const { arrived } = await send(write(`a@${policy}.test`));
    expect(fromOf(arrived).name).toBe(`[unverified] a at ${policy}.test`);
    const before = receiver.calls.length;
    expect((await send(write(`a@${policy}.test`), 'x@attacker.test', hooked)).reply).toBe(accepted);
    const call = (await receiver.came(before + 1)).at(before);
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
    publish('mta.host.test', open);
    publish('host.test', closed, 'reject');
    const report = (): RawParts => write('MTA <bounces@host.test>');
    const { arrived } = await send(report(), '', alias, 'mta.host.test');
    expect(fromOf(arrived).name).toBe('MTA (bounces at host.test)');
    expect(valuesOf(arrived, 'authentication-results')[0]).toContain('spf=pass smtp.helo=mta.host.test');
    expect((await send(report(), '', alias, 'other.host.test')).reply).toMatch(/^550 5\.7\.26 /);
  });

  it.each(['MAILER-DAEMON', 'Mail Delivery System <MAILER-DAEMON>', '<>'])(
    'is a report where its author is %j, and reaches the owner as unverified',
    async (author) => {
      publish('mta.host.test', open);
      const { reply, arrived } = await send(write(author), '', alias, 'mta.host.test');
      expect(reply).toBe(accepted);
      expect(fromOf(arrived).name).toMatch(/^\[unverified\] .*MAILER-DAEMON at unknown\.invalid\)?$/);
      expect((await send(write(author))).reply).toMatch(/^550 5\.6\.0 /);
    },
  );
});

describe('mail that p=reject would refuse', () => {
  const forged = 'CEO <ceo@bank.test>';

  function expectOnly(voucher: string, message: SinkMessage | undefined): void {
    expect(fromOf(message).name).toBe(`via ${voucher}`);
    const { fields } = parseMessage(message?.raw ?? Buffer.alloc(0));
    const shown = fields.filter(({ key: each }) => !each.endsWith('authentication-results')).map(fieldText);
    expect(shown.filter((text) => /ceo|bank/i.test(decodeWords(text)))).toEqual([]);
  }

  it('shows only the list that signed it, under an address that is not the author’s', async () => {
    const bank = publish('bank.test', closed, 'reject');
    const news = publish('news.example', closed);
    const own = await send(sign(write(forged), bank), 'ceo@bank.test');
    expect(fromOf(own.arrived).name).toBe('CEO (ceo at bank.test)');
    const listed = write(forged, ['List-Id: CEO of the bank <talk.news.example>', `Reply-To: ${forged}`]);
    const withoutName = { ...listed, fields: listed.fields.map((field) => field.replace('CEO of the bank ', '')) };
    const { reply, arrived } = await send(sign(withoutName, news));
    expect(reply).toBe(accepted);
    expectOnly('news.example', arrived);
    expect(fromOf(arrived).address).not.toBe(fromOf(own.arrived).address);
  });

  it.each([
    ['List-Id: <talk.news.example>', 'attacker.test'],
    ['List-Id: <talk.example>', 'news.example'],
    ['X-List: <talk.news.example>', 'news.example'],
  ])('is refused with %s signed by %s', async (field, domain) => {
    publish('bank.test', closed, 'reject');
    const { reply, arrived } = await send(sign(write(forged, [field]), publish(domain, open)));
    expect(reply).toBe(refusedByDmarc);
    expect(arrived).toBeUndefined();
  });

  it('shows only the trusted sealer that saw its author pass', async () => {
    publish('bank.test', closed, 'reject');
    const relay = publish('relay.test', closed);
    const seal = (says: string, signer = relay): RawParts =>
      sealRaw(write(forged), signer, { results: `ARC-Authentication-Results: i=1; ${signer.domain}; ${says}\r\n` });
    expectOnly('relay.test', (await send(seal('dmarc=pass header.from=bank.test'))).arrived);
    for (const wrong of [
      seal('dmarc=fail header.from=bank.test'),
      seal('dmarc=pass header.from=attacker.test'),
      seal('dmarc=pass header.from=bank.test', publish('attacker.test', open)),
      // One of the defaults, which the setting replaces.
      seal('dmarc=pass header.from=bank.test', publish('google.com', closed)),
      { ...seal('dmarc=pass header.from=bank.test'), body: 'Another\r\n' },
    ]) {
      expect((await send(wrong)).reply).toBe(refusedByDmarc);
    }
  });
});

describe('hostile mail of these kinds', () => {
  it.each([
    [
      '9,000 copies of a Reply-To',
      accepted,
      write('a@attacker.test', Array<string>(9000).fill('Reply-To: b@attacker.test')),
    ],
    [
      '4,500 fields of MIME, each twice',
      accepted,
      write(
        'a@attacker.test',
        Array.from({ length: 9000 }, (_, at) => `Content-X${at % 4500}: x`),
      ),
    ],
    [
      'a megabyte of ids in 900 fields',
      accepted,
      write(
        'a@attacker.test',
        Array.from({ length: 900 }, (_, at) => `References: ${`<${at}@x.test> `.repeat(70)}`),
      ),
    ],
    ['24 MiB behind ten signatures of one octet', accepted, write('a@attacker.test', [], 'a  b\r\n'.repeat(4_000_000))],
  ])(
    '%s gets its reply and holds nobody up',
    async (name, reply, parts) => {
      const signer = publish('attacker.test', open);
      let message = parts;
      for (let count = 0; name.includes('signatures') && count < 10; count += 1) {
        message = { ...message, fields: [signRawDkim({ ...parts, body: 'a' }, signer, { l: '1' }), ...message.fields] };
      }
      const watch = watchEventLoop();
      expect((await send(message)).reply).toBe(reply);
      expect(watch.longestMs()).toBeLessThan(300);
      watch.stop();
    },
    30_000,
  );

  it('leaves no line in the log', () => {
    expect(logLines.filter((line) => /"level":"(?:warn|error)"/.test(line))).toEqual([]);
    expect(logLines.join('')).not.toMatch(/attacker|bank|shop|news/);
  });
});
