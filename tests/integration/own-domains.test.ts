import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domainsResponseSchema } from '#contract/aliases.ts';
import {
  domainMembersResponseSchema,
  ownDomainResponseSchema,
  type DomainCheck,
  type OwnDomain,
} from '#contract/account/domains.ts';
import { withDomains } from '#cli/database.ts';
import { createDomainDirectory } from '#core/domains/domain-directory.ts';
import { dkimRecord } from '#core/domains/domain-records.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { createOracleResolver } from '#support/dns-oracle.ts';
import type { DnsRecords, DnsZone } from '#support/dns-server.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

let sink: SmtpSink;
let service: RunningService;
let ann: Owner;
let bob: Owner;
let outside: OutsideSender;
/** All that DNS says of the shared domain and of own.example. */
const zone: DnsZone = {};

/** Each type of record that is named replaces what stood there. */
function publish(records: DnsZone): void {
  for (const [name, entry] of Object.entries(records)) {
    const before = zone[name];
    zone[name] = typeof before === 'object' && typeof entry === 'object' ? { ...before, ...entry } : entry;
  }
  service.dns.add(zone);
}

beforeAll(async () => {
  sink = await startSmtpSink();
  service = await startService({
    SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
    OPERATOR_EMAIL: 'operator@home.example',
    MAIL_DOMAINS: 'kauke.test',
    MAIL_HOSTNAME: 'mx.kauke.test',
    SUBDOMAINS: 'kauke.test',
    TARGET_CONFIRMATION: 'off',
  });
  const key = await withDomains(service.command, async (core) => {
    const directory = await createDomainDirectory(core);
    directory.close();
    const [shared] = directory.all();
    if (shared === undefined) throw new Error('no domain');
    return dkimRecord(shared);
  });
  publish({ [key.name]: { TXT: [key.value] }, 'kauke.test': { MX: [{ preference: 10, exchange: 'mx.kauke.test' }] } });
  ann = await signUpOwner(service, 'ann@home.example');
  bob = await signUpOwner(service, 'bob@work.example');
  outside = createOutsideSender(service.dns, 'sender.example', { addresses: ['127.0.0.1'], policy: 'reject' });
}, 60_000);

afterAll(async () => {
  await service.stop();
  await sink.stop();
});

async function domainOf(answer: Promise<{ readonly body: unknown }>): Promise<OwnDomain> {
  return ownDomainResponseSchema.parse((await answer).body).domain;
}

function claim(owner: Owner, name: string): Promise<OwnDomain> {
  return domainOf(owner.send('POST', '/api/account/domains', { name }));
}

function verify(owner: Owner, { id }: OwnDomain): Promise<OwnDomain> {
  return domainOf(owner.send('POST', `/api/account/domains/${id}/verify`));
}

function proofIn({ checks }: OwnDomain): string {
  return checks.find(({ check }) => check === 'ownership')?.expected[0]?.value ?? '';
}

function foundBy({ checks }: OwnDomain): Record<string, readonly string[]> {
  return Object.fromEntries(checks.map(({ check, found }) => [check, found]));
}

function passing({ checks }: OwnDomain): DomainCheck['check'][] {
  return checks.flatMap(({ check, ok }) => (ok ? [check] : []));
}

/** What a check says to publish, as a DNS server holds it. */
function recordsOf({ checks }: OwnDomain, wanted: DomainCheck['check']): DnsZone {
  const { expected = [] } = checks.find(({ check }) => check === wanted) ?? {};
  return Object.fromEntries(
    expected.map(({ type, name, value }): [string, DnsRecords] => {
      if (type === 'CNAME') return [name, { CNAME: value }];
      if (type === 'TXT') return [name, { TXT: [value] }];
      const [preference = '', exchange = ''] = value.split(' ');
      return [name, { MX: [{ preference: Number(preference), exchange }] }];
    }),
  );
}

async function mail(to: string) {
  const data = await outside.sign(
    `From: Bea <bea@sender.example>\r\nTo: ${to}\r\nSubject: Hello\r\nMessage-ID: <1@sender.example>\r\n\r\nText\r\n`,
  );
  const port = service.mxPort;
  return sendMessage({ port, from: 'bea@sender.example', to, data, timeoutMs: 60_000 });
}

async function rcpt(to: string): Promise<string> {
  const { rcpt: replies } = await sendMessage({ port: service.mxPort, from: '', to, data: '' });
  return replies[0]?.slice(0, 9) ?? '';
}

async function domainsOf(owner: Owner): Promise<string[]> {
  return domainsResponseSchema.parse((await owner.send('GET', '/api/domains')).body).domains;
}

async function makeAlias(owner: Owner, name: string, forwardTo: string): Promise<number> {
  const [alias, domain] = name.split('@');
  return (await owner.send('POST', `/api/aliases/${owner.id}`, { alias, domain, forwardTo })).status;
}

const foreign = '550 5.7.1';
const unknown = '550 5.1.1';

describe('a domain of an account', () => {
  it('takes no mail before its DNS proves it, and each check says what it saw', async () => {
    const domain = await claim(ann, 'Own.Example.');
    expect(domain).toMatchObject({ name: 'own.example', kind: 'own', state: 'unverified' });
    expect(proofIn(domain)).toMatch(/^kauke=[a-z2-7]{26}$/);
    expect(await rcpt('shop@own.example')).toBe(foreign);
    expect(await makeAlias(ann, 'shop@own.example', 'ann@home.example')).toBe(400);
    expect(foundBy(await verify(ann, domain))).toEqual({ ownership: [], mx: [], spf: [], dkim: [], dmarc: [] });

    publish({
      '_kauke.own.example': { TXT: ['kauke=somethingelse'] },
      'own.example': {
        MX: [{ preference: 5, exchange: 'mx.elsewhere.example' }],
        TXT: ['v=spf1 include:elsewhere.example -all', 'another text'],
      },
      'k1._domainkey.own.example': { CNAME: 'k1._domainkey.elsewhere.example' },
      'k2._domainkey.own.example': 'servfail',
      '_dmarc.own.example': { TXT: ['v=DMARC2; p=none'] },
    });
    const failed = await verify(ann, domain);
    expect(failed.state).toBe('unverified');
    expect(foundBy(failed)).toEqual({
      ownership: ['kauke=somethingelse'],
      mx: ['5 mx.elsewhere.example'],
      spf: ['v=spf1 include:elsewhere.example -all'],
      dkim: ['k1: k1._domainkey.elsewhere.example', 'DNS gave no answer'],
      dmarc: ['v=DMARC2; p=none'],
    });
    expect(passing(failed)).toEqual([]);
  });

  it('passes check after check as its records are published as told', async () => {
    const domain = await claimed(ann);
    for (const check of ['ownership', 'mx', 'spf', 'dkim', 'dmarc'] as const) {
      const before = await verify(ann, domain);
      expect(passing(before)).not.toContain(check);
      publish(recordsOf(before, check));
      const after = await verify(ann, domain);
      expect(passing(after)).toContain(check);
      expect(after.state).toBe('verified');
    }
    // What was there before stays in what is to be published.
    expect(zone['own.example']).toMatchObject({ TXT: ['v=spf1 include:kauke.test include:elsewhere.example -all'] });
  });

  it('is seen by its account alone, behind the shared ones', async () => {
    expect(await domainsOf(ann)).toEqual(['kauke.test', 'own.example']);
    expect(await domainsOf(bob)).toEqual(['kauke.test']);
    expect(await makeAlias(bob, 'shop@own.example', 'bob@work.example')).toBe(400);
  });

  it('forwards mail to its aliases, signed and aligned as itself', async () => {
    expect(await makeAlias(ann, 'info@own.example', 'ann@home.example')).toBe(201);
    expect(await makeAlias(ann, 'shop@own.example', 'ann@home.example')).toBe(201);
    expect(await rcpt('nobody@own.example')).toBe(unknown);
    const sent = sink.messages.length;
    expect(await mail('Shop@OWN.example')).toMatchObject({ data: expect.stringMatching(/^250 /) });
    const [forwarded] = (await sink.waitForMessages(sent + 1)).slice(sent);
    const raw = forwarded?.raw ?? Buffer.alloc(0);
    expect(forwarded?.rcptTo).toEqual(['ann@home.example']);
    expect(forwarded?.mailFrom).toMatch(/^b=.*@own\.example$/);
    expect(
      parseMessage(raw)
        .fields.filter(({ key }) => key === 'from')
        .map(fieldText),
    ).toEqual([expect.stringMatching(/@own\.example>$/)]);
    const { results } = await dkimVerify(raw, { resolver: createOracleResolver(zone) });
    expect(results).toMatchObject([{ signingDomain: 'own.example', selector: 'k1', status: { result: 'pass' } }]);
  });

  it('is no target once its mail comes here', async () => {
    expect(await makeAlias(ann, 'loop@kauke.test', 'shop@own.example')).toBe(400);
  });

  it('is whose DNS proves it now: the one who held it loses it at once, and nothing is deleted', async () => {
    const before = await verify(ann, await claimed(ann));
    const theirs = await claim(bob, 'own.example');
    const proofs = [proofIn(before), proofIn(theirs)];
    expect(new Set(proofs).size).toBe(2);
    publish({ '_kauke.own.example': { TXT: proofs } });
    expect((await verify(bob, theirs)).state).toBe('unverified');
    expect(await rcpt('shop@own.example')).toBe('250 2.1.5');

    publish({ '_kauke.own.example': { TXT: [proofIn(theirs)] } });
    expect((await verify(bob, theirs)).state).toBe('verified');
    expect((await claimed(ann)).state).toBe('lost');
    expect(await domainsOf(ann)).toEqual(['kauke.test']);
    expect(await rcpt('shop@own.example')).toBe(unknown);
    const list = JSON.stringify((await ann.send('GET', `/api/aliases/${ann.id}`)).body);
    expect(list).toContain('"alias":"shop"');

    expect(await makeAlias(bob, 'shop@own.example', 'bob@work.example')).toBe(201);
    const sent = sink.messages.length;
    await mail('shop@own.example');
    const [forwarded] = (await sink.waitForMessages(sent + 1)).slice(sent);
    expect(forwarded?.rcptTo).toEqual(['bob@work.example']);
    const events = JSON.stringify((await ann.send('GET', '/api/account/security')).body);
    expect(events).toContain('domain_lost');
  });
});

describe('a member of a domain', () => {
  it('makes aliases on it by a link that works once, and keeps them when it is taken off the list', async () => {
    const { id } = await claimed(bob);
    const path = `/api/account/domains/${id}`;
    expect((await ann.send('GET', `${path}/members`)).status).toBe(404);
    const invited = await bob.send('POST', `${path}/invitations`, { name: 'Cy', role: 'maker' });
    expect(invited.status).toBe(201);
    const [, token = ''] = (invited.body as { link: string }).link.split('#');
    const cy = await signUpOwner(service, 'cy@far.example');
    const joined = await domainOf(cy.send('POST', '/api/account/domains/join', { token }));
    expect(joined).toMatchObject({ name: 'own.example', role: 'maker', checks: [] });
    expect((await ann.send('POST', '/api/account/domains/join', { token })).status).toBe(410);
    expect(await domainsOf(cy)).toEqual(['kauke.test', 'own.example']);

    expect(await makeAlias(cy, 'cy@own.example', 'cy@far.example')).toBe(201);
    const sent = sink.messages.length;
    await mail('cy@own.example');
    const [forwarded] = (await sink.waitForMessages(sent + 1)).slice(sent);
    expect(forwarded?.rcptTo).toEqual(['cy@far.example']);

    for (const [method, where] of [
      ['GET', `${path}/members`],
      ['POST', `${path}/verify`],
    ] as const) {
      expect((await cy.send(method, where)).status).toBe(404);
    }
    const { body } = await bob.send('GET', `${path}/members`);
    const { members } = domainMembersResponseSchema.parse(body);
    expect(members).toMatchObject([
      { name: null, state: 'owner', you: true, aliases: 1 },
      { name: 'Cy', role: 'maker', state: 'member', you: false, aliases: 1 },
    ]);
    expect(JSON.stringify(body)).not.toContain('cy@far.example');
    expect((await bob.send('DELETE', `${path}/members/${members[0]?.id ?? ''}`)).status).toBe(404);
    expect((await bob.send('DELETE', `${path}/members/${members[1]?.id ?? ''}`)).status).toBe(200);
    expect(await makeAlias(cy, 'more@own.example', 'cy@far.example')).toBe(400);
    expect(await rcpt('cy@own.example')).toBe('250 2.1.5');
  });
});

describe('a sub-domain of a shared one', () => {
  it('is the first one’s who asks, and takes mail at once', async () => {
    const domain = await claim(ann, 'ruta.kauke.test');
    expect(domain).toMatchObject({ kind: 'sub', state: 'verified', checks: [] });
    expect((await bob.send('POST', '/api/account/domains', { name: 'ruta.kauke.test' })).status).toBe(409);
    expect((await bob.send('POST', '/api/account/domains', { name: 'a.ruta.kauke.test' })).status).toBe(400);
    expect(await makeAlias(ann, 'bank@ruta.kauke.test', 'ann@home.example')).toBe(201);
    const sent = sink.messages.length;
    await mail('bank@ruta.kauke.test');
    const [forwarded] = (await sink.waitForMessages(sent + 1)).slice(sent);
    const raw = forwarded?.raw ?? Buffer.alloc(0);
    const { results } = await dkimVerify(raw, { resolver: createOracleResolver(zone) });
    expect(results).toMatchObject([{ signingDomain: 'kauke.test', status: { result: 'pass' } }]);
  });

  it('is nobody else’s once it was given up', async () => {
    const domain = await claim(bob, 'linas.kauke.test');
    expect((await bob.send('DELETE', `/api/account/domains/${domain.id}`)).status).toBe(200);
    expect((await ann.send('POST', '/api/account/domains', { name: 'linas.kauke.test' })).status).toBe(409);
    expect(await claim(bob, 'linas.kauke.test')).toMatchObject({ state: 'verified' });
  });
});

/** The first domain of an account. */
async function claimed(owner: Owner): Promise<OwnDomain> {
  const { body } = await owner.send('GET', '/api/account/domains');
  const [domain] = (body as { domains: OwnDomain[] }).domains;
  if (domain === undefined) throw new Error('no domain');
  return domain;
}
