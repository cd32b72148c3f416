import { expect } from 'vitest';
import { aliasesResponseSchema, domainsResponseSchema, type Alias } from '#contract/aliases.ts';
import { ownDomainResponseSchema, type DomainCheck, type OwnDomain } from '#contract/account/domains.ts';
import { withDomains } from '#cli/database.ts';
import { createDomainDirectory } from '#core/domains/domain-directory.ts';
import { dkimRecord } from '#core/domains/domain-records.ts';
import type { Adapters } from '#main/main.ts';
import type { DnsRecords, DnsZone } from '#support/dns-server.ts';
import { createOutsideSender } from '#support/outside-sender.ts';
import { signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

/** What a sender hears, as far as it says what became of the mail. */
export const heard = {
  taken: '250 2.0.0',
  recipientTaken: '250 2.1.5',
  foreign: '550 5.7.1',
  unknown: '550 5.1.1',
  later: '450 4.2.0',
} as const;

interface Client {
  /** Who writes, by the envelope; `outsider` otherwise. */
  readonly from?: string;
  /** A proven message of the outsider otherwise. */
  readonly data?: string | Buffer;
  readonly localAddress?: string;
}

/** A whole service whose DNS a test writes, with kauke.test as its shared domain, and somebody outside whose mail is proven. */
export interface DomainWorld {
  readonly sink: SmtpSink;
  readonly service: RunningService;
  /** All that DNS says of the shared domain and of those of accounts. */
  readonly zone: DnsZone;
  /** Each type of record that is named replaces what stood there. */
  publish(records: DnsZone): void;
  signUp(email: string): Promise<Owner>;
  /** A message of the outsider, as its domain signs it. */
  sign(to: string): Promise<Buffer>;
  /** The replies to each recipient and to the message, where one was sent: their codes and enhanced codes. */
  send(to: readonly string[], client?: Client): Promise<readonly string[]>;
  /** The last one of them: to a refused recipient, or to the message. */
  mail(to: string, client?: Client): Promise<string>;
  /** The reply to RCPT alone, shortened alike. */
  rcpt(to: string): Promise<string>;
  /** Mail of people that came. What the service itself writes comes whenever its time has come, and is no part of it. */
  arrived(): SmtpSink['messages'];
  /** Does something after which `count` of these come, and gives them back. */
  arrivedBy(work: () => Promise<unknown>, count?: number): Promise<SmtpSink['messages']>;
  stop(): Promise<void>;
}

const outsider = 'bea@sender.example';
const writer = 'Bea';

export function messageFrom(from: string, to: string, subject = 'Hello'): string {
  return `From: ${writer} <${from}>\r\nTo: ${to}\r\nSubject: ${subject}\r\nMessage-ID: <1@sender.example>\r\n\r\nText\r\n`;
}

export async function startDomainWorld(adapters: Partial<Adapters> = {}): Promise<DomainWorld> {
  const sink = await startSmtpSink();
  const arrived = () => sink.messages.filter(({ raw }) => raw.includes(`${writer} `));
  const service = await startService(
    {
      SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
      OPERATOR_EMAIL: 'operator@home.example',
      MAIL_DOMAINS: 'kauke.test',
      MAIL_HOSTNAME: 'mx.kauke.test',
      SUBDOMAINS: 'kauke.test',
      TARGET_CONFIRMATION: 'off',
      UNAUTHENTICATED_MAIL: 'refuse',
    },
    adapters,
  );
  const { dns, mxPort: port } = service;
  const zone: DnsZone = {};
  const publish = (records: DnsZone): void => {
    for (const [name, entry] of Object.entries(records)) {
      const before = zone[name];
      zone[name] = typeof before === 'object' && typeof entry === 'object' ? { ...before, ...entry } : entry;
    }
    dns.add(zone);
  };
  const key = await withDomains(service.command, async (core) => {
    const directory = await createDomainDirectory(core);
    directory.close();
    const [shared] = directory.all();
    if (shared === undefined) throw new Error('no domain');
    return dkimRecord(shared);
  });
  publish({ [key.name]: { TXT: [key.value] }, 'kauke.test': { MX: [{ preference: 10, exchange: 'mx.kauke.test' }] } });
  const outside = createOutsideSender(dns, 'sender.example', { addresses: ['127.0.0.1'], policy: 'reject' });
  const sign = (to: string) => outside.sign(messageFrom(outsider, to));
  const send: DomainWorld['send'] = async (to, { from = outsider, localAddress = '127.0.0.1', data } = {}) => {
    const content = data ?? (await sign(to.join(', ')));
    const { rcpt, data: end } = await sendMessage({ port, from, to, data: content, localAddress, timeoutMs: 60_000 });
    return [...rcpt, ...(end === null ? [] : [end])].map((reply) => reply.slice(0, 10).trimEnd());
  };
  return {
    sink,
    service,
    zone,
    publish,
    signUp: (email) => signUpOwner(service, email),
    sign,
    send,
    mail: async (to, client) => (await send([to], client)).at(-1) ?? '',
    rcpt: async (to) => {
      const { rcpt } = await sendMessage({ port, from: '', to, data: '' });
      return rcpt[0]?.slice(0, 10).trimEnd() ?? '';
    },
    arrived,
    arrivedBy: async (work, count = 1) => {
      const before = arrived().length;
      await work();
      while (arrived().length < before + count) await sink.waitForMessages(sink.messages.length + 1);
      return arrived().slice(before);
    },
    stop: async () => {
      await service.stop();
      await sink.stop();
    },
  };
}

export async function domainOf(answer: Promise<{ readonly body: unknown }>): Promise<OwnDomain> {
  return ownDomainResponseSchema.parse((await answer).body).domain;
}

export function claim(owner: Owner, name: string): Promise<OwnDomain> {
  return domainOf(owner.send('POST', '/api/account/domains', { name }));
}

export function verify(owner: Owner, { id }: OwnDomain): Promise<OwnDomain> {
  return domainOf(owner.send('POST', `/api/account/domains/${id}/verify`));
}

/** The first domain of an account. */
export async function claimed(owner: Owner): Promise<OwnDomain> {
  const { body } = await owner.send('GET', '/api/account/domains');
  const [domain] = (body as { domains: OwnDomain[] }).domains;
  if (domain === undefined) throw new Error('no domain');
  return domain;
}

export function proofIn({ checks }: OwnDomain): string {
  return checks.find(({ check }) => check === 'ownership')?.expected[0]?.value ?? '';
}

export function foundBy({ checks }: OwnDomain): Record<string, readonly string[]> {
  return Object.fromEntries(checks.map(({ check, found }) => [check, found]));
}

export function passing({ checks }: OwnDomain): DomainCheck['check'][] {
  return checks.flatMap(({ check, ok }) => (ok ? [check] : []));
}

/** What a check says to publish, as a DNS server holds it. */
export function recordsOf({ checks }: OwnDomain, wanted: DomainCheck['check']): DnsZone {
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

/** The status of making an alias. */
export async function makeAlias(owner: Owner, address: string, forwardTo: string): Promise<number> {
  const [alias, domain] = address.split('@');
  return (await owner.send('POST', `/api/aliases/${owner.id}`, { alias, domain, forwardTo })).status;
}

export async function aliasesOn(owner: Owner, name: string): Promise<Alias[]> {
  const { body } = await owner.send('GET', `/api/aliases/${owner.id}`);
  return aliasesResponseSchema.parse(body).aliases.filter(({ domain }) => domain === name);
}

export async function setActive(owner: Owner, address: string, active: boolean): Promise<void> {
  const [name, domain = ''] = address.split('@');
  const found = (await aliasesOn(owner, domain)).find(({ alias }) => alias === name);
  const { status } = await owner.send('PATCH', `/api/aliases/${found?.id ?? ''}/toggle`, { active });
  if (status !== 200) throw new Error(`The alias answers ${status}.`);
}

/** The domains that an account may make aliases on. */
export async function domainsOf(owner: Owner): Promise<string[]> {
  return domainsResponseSchema.parse((await owner.send('GET', '/api/domains')).body).domains;
}

/** What arrives of a message to an address that takes it. */
export async function arrivedAt(world: DomainWorld, to: string): Promise<SmtpSink['messages'][number] | undefined> {
  const [message] = await world.arrivedBy(async () => expect(await world.mail(to)).toBe(heard.taken));
  return message;
}

/** Whom it reaches. */
export async function takenBy(world: DomainWorld, to: string): Promise<readonly string[]> {
  return (await arrivedAt(world, to))?.rcptTo ?? [];
}
