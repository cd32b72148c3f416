import { readFile } from 'node:fs/promises';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownDomainResponseSchema } from '#contract/account/domains.ts';
import type { NewApiKeyResponse } from '#contract/account.ts';
import { systemClock } from '#platform/clock.ts';
import { createVisitor, type Visitor } from '#support/api.ts';
import type { ClientCall, ForeignClient } from '#support/client-tables/client-call.ts';
import { fillClientGuide, foreignClients } from '#support/client-tables/render-table.ts';
import { makeInboxKey } from '#support/key-world.ts';
import { ownerPassword } from '#support/foreign-clients/foreign-call.ts';
import { confirmInbox, startService, type RunningService } from '#support/running-service.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

/** Every call of every program of `docs/clients.md`, in the order it makes them, against the whole program. */

let sink: SmtpSink;
let service: RunningService;
let ahead = 0;
const now = (): number => systemClock.now() + ahead;

beforeAll(async () => {
  sink = await startSmtpSink();
  service = await startService(
    {
      SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
      OPERATOR_EMAIL: 'operator@home.example',
      MAIL_DOMAINS: 'kauke.test',
      MAIL_HOSTNAME: 'mx.kauke.test',
      SUBDOMAINS: 'kauke.test',
    },
    { clock: { now } },
  );
});
afterAll(async () => {
  await service.stop();
  await sink.stop();
});

/** What calls left for later ones. */
type Known = Record<string, string | number | (() => string)>;

function knownText(known: Known, name: string): string | number {
  const found = known[name];
  if (found === undefined) throw new Error(`Nothing is known as ${name}`);
  return typeof found === 'function' ? found() : found;
}

function fillText(known: Known, text: string): string {
  return text.replaceAll(/\{(\w+)\}/gu, (_, name: string) => String(knownText(known, name)));
}

function fillHeaders(known: Known, headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fillText(known, value)] as const));
}

/** Whoever stands alone in a text keeps its type: ids of SimpleLogin are numbers. */
function fill(known: Known, value: unknown): unknown {
  if (typeof value === 'string') {
    const [, name] = /^\{(\w+)\}$/u.exec(value) ?? [];
    return name === undefined ? fillText(known, value) : knownText(known, name);
  }
  if (Array.isArray(value)) return value.map((part) => fill(known, part));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fill(known, part)]));
}

function read(body: unknown, place: string): string | number {
  const found = place.split('.').reduce((value, name) => (value as Record<string, unknown>)[name], body);
  if (typeof found !== 'string' && typeof found !== 'number') throw new Error(`Nothing at ${place}`);
  return found;
}

async function mailTo(email: string): Promise<Buffer> {
  await expect.poll(() => sink.messages.some(({ rcptTo }) => rcptTo.includes(email))).toBe(true);
  return sink.messages.find(({ rcptTo }) => rcptTo.includes(email))?.raw ?? Buffer.alloc(0);
}

const codesRead = new Set<string>();

/** Of a mail that nobody has read before. */
async function codeTo(email: string): Promise<string> {
  const unread = (): string[] =>
    sink.messages
      .filter(({ rcptTo }) => rcptTo.includes(email))
      .flatMap(({ raw }) => /^\d{6}(?=\r?$)/mu.exec(raw.toString())?.[0] ?? [])
      .filter((code) => !codesRead.has(code));
  await expect.poll(unread).toHaveLength(1);
  const [code = ''] = unread();
  codesRead.add(code);
  return code;
}

async function signUp(email: string): Promise<Visitor> {
  const visitor = createVisitor({ url: `http://localhost:${service.program.httpPort}` });
  const answer = await visitor.send('POST', '/api/auth/register', { email, password: ownerPassword });
  expect(answer).toMatchObject({ status: 201 });
  await confirmInbox(visitor, await mailTo(email));
  return visitor;
}

async function turnSecondFactorOn(visitor: Visitor): Promise<TOTP> {
  const { body } = await visitor.send('POST', '/api/account/second-factor');
  const app = new TOTP({ secret: Secret.fromBase32((body as { secret: string }).secret) });
  const code = app.generate({ timestamp: now() });
  expect((await visitor.send('POST', '/api/account/second-factor/enable', { code })).status).toBe(200);
  return app;
}

/** A domain of one's own, with the record that proves it. */
async function proveDomain(owner: Visitor, name: string): Promise<void> {
  const { domain } = ownDomainResponseSchema.parse((await owner.send('POST', '/api/account/domains', { name })).body);
  const records = domain.checks.flatMap(({ check, expected }) => (check === 'ownership' ? expected : []));
  for (const record of records) service.dns.add({ [record.name]: { TXT: [record.value] } });
  expect(await owner.send('POST', `/api/account/domains/${domain.id}/verify`)).toMatchObject({
    body: { domain: { state: 'verified' } },
  });
}

/** Somebody who uses the client: with a key, an own domain and, where it asks for codes, an account with a second factor. */
async function prepare(client: ForeignClient, name: string): Promise<Known> {
  const email = `${name}@home.example`;
  const owner = await signUp(email);
  const made = await owner.send('POST', '/api/api-keys', { name: client.name, scope: 'aliases' });
  const known: Known = {
    email,
    key: (made.body as NewApiKeyResponse).apiKey.key,
    ownDomain: `${name}.own.example`,
    ownName: name,
    publicKey: (await makeInboxKey(`second-${email}`)).publicKey,
  };
  if (client.speaks === 'SimpleLogin') await proveDomain(owner, `${name}.own.example`);
  if (JSON.stringify(client.calls).includes('{confirmed}')) {
    const authentication = String(known['key']);
    const other = `other-${email}`;
    expect(await owner.send('POST', '/api/mailboxes', { email: other }, { authentication })).toMatchObject({
      status: 201,
    });
    await confirmInbox(owner, await mailTo(other));
  }
  if (JSON.stringify(client.calls).includes('{careful}')) {
    known['careful'] = `careful-${email}`;
    const app = await turnSecondFactorOn(await signUp(known['careful']));
    known['code'] = () => app.generate({ timestamp: now() });
  }
  return known;
}

/** Publishes the record that the answer tells, as whoever uses the client does. */
function publish(body: unknown): void {
  const { message } = body as { message: string };
  const [, name = '', value = ''] = /TXT (\S+) (\S+)/u.exec(message) ?? [];
  service.dns.add({ [name]: { TXT: [value] } });
}

/** Whether an answer says what it should; a single fault is the difference. */
function differs(known: Known, { told, body }: { readonly told: string; readonly body: unknown }, shows?: object) {
  if (shows === undefined) return [];
  try {
    expect(body).toMatchObject(fill(known, shows) as object);
    return [];
  } catch (error) {
    return [`${told}: ${String(error)}`];
  }
}

/** What a following read does not show of what should have happened. */
async function look(
  { does, afterwards }: ClientCall,
  known: Known,
  { base, headers }: { readonly base: string; readonly headers: Record<string, string> },
): Promise<string[]> {
  if (afterwards === undefined) return [];
  const { path, shows } = afterwards;
  const own = afterwards.headers && fillHeaders(known, afterwards.headers);
  const response = await fetch(`${base}${fillText(known, path)}`, { headers: own ?? headers });
  const body: unknown = await response.json();
  return differs(known, { told: `${does}, then ${path}: ${JSON.stringify(body).slice(0, 500)}`, body }, shows);
}

/** A picture that it shows, by its address. */
async function load({ does, loads }: ClientCall, body: unknown): Promise<string[]> {
  if (loads === undefined) return [];
  const response = await fetch(String(read(body, loads)));
  const type = response.headers.get('content-type') ?? '';
  return response.status === 200 && type.startsWith('image/') ? [] : [`${does}: ${response.status} ${type}`];
}

/** What whoever uses the client does before going on: publishes a record, opens a mail. */
async function doAlong({ publish: publishes, mailed, agrees }: ClientCall, known: Known, body: unknown): Promise<void> {
  if (publishes) publish(body);
  if (mailed) known[mailed.keep] = await codeTo(fillText(known, mailed.to));
  if (agrees === undefined) return;
  const visitor = createVisitor({ url: `http://localhost:${service.program.httpPort}` });
  await confirmInbox(visitor, await mailTo(fillText(known, agrees)));
}

/** What of the answer is not as the client reads it; empty where it goes on. */
async function play(call: ClientCall, known: Known): Promise<string[]> {
  // Codes work once, keys a hundred times a minute.
  ahead += 31_000;
  const base = `http://localhost:${service.program.httpPort}`;
  const url = `${base}${fillText(known, call.path)}`;
  const headers = fillHeaders(known, call.headers);
  const sent = call.body === undefined ? {} : { body: JSON.stringify(fill(known, call.body)) };
  const response = await fetch(url, { method: call.method, headers, redirect: 'manual', ...sent });
  const text = await response.text();
  const told = `${call.does}: ${call.method} ${call.path} ${text.slice(0, 500)}`;
  if (response.status !== call.status) return [`${told}: ${response.status} instead of ${call.status}`];
  if (call.reads === null) return text === '' ? await look(call, known, { base, headers }) : [`${told}: a body`];
  const type = response.headers.get('content-type') ?? '';
  if (!/^application\/json\b/u.test(type)) return [`${told}: ${type}`];
  const body: unknown = JSON.parse(text);
  const { error } = call.reads.safeParse(body);
  if (error !== undefined) return [`${told}: ${error.message}`];
  for (const [name, place] of Object.entries(call.keep ?? {})) known[name] = read(body, place);
  await doAlong(call, known, body);
  const shown = [...differs(known, { told, body }, call.shows), ...(await load(call, body))];
  return [...shown, ...(await look(call, known, { base, headers }))];
}

describe('a client plays all its calls', () => {
  it.each(foreignClients.map((client, at) => ({ client, at, title: `${client.name}, ${client.speaks}` })))(
    '$title',
    async ({ client, at }) => {
      ahead += 60 * 60_000;
      const known = await prepare(client, `client${at}`);
      const faults: string[] = [];
      for (const call of client.calls) if (!call.never) faults.push(...(await play(call, known)));
      expect(faults).toEqual([]);
    },
  );
});

it('the guide says how many of its calls work', async () => {
  const guide = await readFile(new URL('../../docs/clients.md', import.meta.url), 'utf8');
  // Otherwise: npm run docs.
  expect(guide).toBe(fillClientGuide(guide));
  const percents = [...guide.matchAll(/ (\d+) % \|$/gmu)].map(([, percent]) => Number(percent));
  expect(percents).toHaveLength(foreignClients.length);
  expect(Math.min(...percents)).toBeGreaterThanOrEqual(95);
});
