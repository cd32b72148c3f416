import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Secret, TOTP } from 'otpauth';
import type { Alias } from '#contract/aliases.ts';
import type { Visitor } from '#support/api.ts';
import { signUpAt, testPassword, visitProgram, type ProgramProcess } from '#support/program.ts';
import { confirmationToken, confirmInbox } from '#support/running-service.ts';
import { sendMessage } from '#support/smtp-client.ts';
import type { SmtpSink } from '#support/smtp-sink.ts';
import { createTestWallet, proveWallet } from '#support/wallet.ts';
import type { WebhookReceiver } from '#support/webhook-receiver.ts';
import type { ReleaseData } from './release-data.ts';

/** A release at work, with all around it. */
export interface RunningRelease {
  readonly checkout: string;
  readonly env: Readonly<Record<string, string>>;
  readonly program: ProgramProcess;
  readonly sink: SmtpSink;
  readonly receiver: WebhookReceiver;
}

type Made = Omit<ReleaseData, 'version' | 'secretKey' | 'madeAt'>;

const bob = 'bob@sender.example';
const blocked = 'pest@sender.example';
const pollMs = 50;
const patienceMs = 30_000;

/** The body of an answer. @throws Error when it is no success. */
async function ask<Body>(visitor: Visitor, method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await visitor.send(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: HTTP ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as Body;
}

/** Tries until there is something. @throws Error in the end. */
async function waitFor<Found>(
  what: string,
  find: () => Promise<Found | undefined> | Found | undefined,
): Promise<Found> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pollMs) {
    const found = await find();
    if (found !== undefined) return found;
    await delay(pollMs);
  }
  throw new Error(`${what} never came`);
}

function mailTo({ sink }: RunningRelease, address: string, text = ''): Promise<Buffer> {
  return waitFor(`mail to ${address}`, () => {
    const found = sink.messages.findLast(({ rcptTo, raw }) => rcptTo.includes(address) && raw.includes(text));
    return found?.raw;
  });
}

async function createAlias(
  visitor: Visitor,
  userId: string,
  wish: { alias: string; forwardTo: string; notes?: string; domain?: string },
): Promise<Alias> {
  const path = `/api/aliases/${userId}`;
  return (await ask<{ alias: Alias }>(visitor, 'POST', path, { domain: 'kauke.test', ...wish })).alias;
}

async function listAliases(visitor: Visitor, userId: string): Promise<readonly Alias[]> {
  return (await ask<{ aliases: readonly Alias[] }>(visitor, 'GET', `/api/aliases/${userId}`)).aliases;
}

async function send({ program }: RunningRelease, from: string, to: string, subject: string): Promise<void> {
  const data = [`From: Bob <${from}>`, `To: ${to}`, `Subject: ${subject}`, '', 'Hello.', ''].join('\r\n');
  const replies = await sendMessage({ port: program.mxPort, from, to, data, timeoutMs: patienceMs });
  if (!replies.data?.startsWith('250 ')) throw new Error(`${subject}: ${JSON.stringify(replies)}`);
}

/** A domain with an alias that gives no new ones. */
async function retireDomain(release: RunningRelease, ann: Visitor, userId: string): Promise<void> {
  const { checkout, env, program } = release;
  const run = (...words: readonly string[]) =>
    promisify(execFile)(process.execPath, [join(checkout, 'src/cli/kauke.ts'), ...words], {
      env: { PATH: process.env['PATH'], ...env, HTTP_PORT: new URL(program.webUrl).port },
    });
  await run('domain', 'add', 'old.test');
  await waitFor('the new domain', async () => {
    const { domains } = await ask<{ domains: readonly unknown[] }>(ann, 'GET', '/api/domains');
    return JSON.stringify(domains).includes('old.test') ? domains : undefined;
  });
  await createAlias(ann, userId, { alias: 'archive', domain: 'old.test', forwardTo: 'inbox@ann.example' });
  await run('domain', 'retire', 'old.test');
}

async function addWebhook({ receiver }: RunningRelease, ann: Visitor, userId: string): Promise<Made['ann']['webhook']> {
  const url = `http://127.0.0.1:${receiver.port}/mail`;
  await createAlias(ann, userId, { alias: 'hook', forwardTo: url });
  const targetId = await waitFor('the confirmed webhook', async () => {
    const { targets } = await ask<{ targets: { id: string; kind: string; state: string }[] }>(
      ann,
      'GET',
      '/api/targets',
    );
    return targets.find(({ kind, state }) => kind === 'webhook' && state === 'confirmed')?.id;
  });
  type Answer = { readonly webhook: { readonly secret: string } };
  const { webhook } = await ask<Answer>(ann, 'GET', `/api/targets/${targetId}/secret`);
  return { targetId, secret: webhook.secret };
}

/** The aliases of an account that signs in by password, some with mail. */
async function populateAliases(release: RunningRelease, ann: Visitor, userId: string): Promise<Made['mail']> {
  const inbox = 'inbox@ann.example';
  const live = await createAlias(ann, userId, { alias: 'shop', forwardTo: inbox, notes: 'Shoes & žalias 🧦 socks' });
  await confirmInbox(ann, await mailTo(release, inbox));
  const family = {
    alias: 'family',
    forwardTo: `${inbox}, second@ann.example, pending@ann.example`,
    notes: 'All of us',
  };
  const { id: familyId } = await createAlias(ann, userId, family);
  await confirmInbox(ann, await mailTo(release, 'second@ann.example'));
  await ask(ann, 'PATCH', `/api/aliases/${familyId}/settings`, { transparent: true, cutThrough: false });
  const { id: newsId } = await createAlias(ann, userId, { alias: 'news', forwardTo: inbox, notes: 'Paused' });
  await ask(ann, 'PATCH', `/api/aliases/${newsId}/toggle`, { active: false });
  await createAlias(ann, userId, { alias: 'fresh', forwardTo: 'nobody@ann.example' });
  await createAlias(ann, userId, { alias: 'never', forwardTo: 'stopped@ann.example' });
  const token = confirmationToken(await mailTo(release, 'stopped@ann.example'));
  await ask(ann, 'POST', '/api/targets/stop', { token });
  const { id: deletedId } = await createAlias(ann, userId, { alias: 'gone', forwardTo: inbox });
  await ask(ann, 'DELETE', `/api/aliases/${deletedId}`);
  await retireDomain(release, ann, userId);

  await send(release, bob, 'shop@kauke.test', 'First letter');
  const forwarded = (await mailTo(release, inbox, 'First letter')).toString();
  const reverseAddress = /reply=[a-z0-9]{26}@kauke\.test/u.exec(forwarded)?.[0] ?? '';
  await ask(ann, 'PATCH', `/api/aliases/${live.id}/contacts`, { address: blocked, blocked: true });

  const waiting = { inbox: 'later@ann.example', subject: 'A letter that waits' };
  await createAlias(ann, userId, { alias: 'slow', forwardTo: waiting.inbox });
  await confirmInbox(ann, await mailTo(release, waiting.inbox));
  const down = (address: string) => (address === waiting.inbox ? { code: 451, text: '4.3.0 Not now' } : 'accept');
  release.sink.setScript({ onRcpt: down });
  await send(release, bob, 'slow@kauke.test', waiting.subject);
  return {
    live: { alias: 'shop@kauke.test', inbox },
    paused: 'news@kauke.test',
    unconfirmed: 'fresh@kauke.test',
    retired: { alias: 'archive@old.test', inbox },
    deleted: 'gone@kauke.test',
    correspondent: { address: bob, reverseAddress },
    blocked,
    waiting,
    stopped: 'stopped@ann.example',
  };
}

async function populateAnn(release: RunningRelease): Promise<Pick<Made, 'ann' | 'mail'>> {
  const email = 'ann@home.example';
  const { userId, visitor } = await signUpAt(release.program, email);
  const mail = await populateAliases(release, visitor, userId);
  const webhook = await addWebhook(release, visitor, userId);
  const { apiKey } = await ask<{ apiKey: { key: string } }>(visitor, 'POST', '/api/api-keys', { name: 'Phone' });
  const aliases = await listAliases(visitor, userId);
  const aliasId = aliases.find(({ alias }) => alias === 'shop')?.id;
  type Answer = { readonly credential: { readonly username: string; readonly password: string } };
  const { credential } = await ask<Answer>(visitor, 'POST', '/api/smtp-credentials', { aliasId });
  await ask(visitor, 'PUT', '/api/account/default-target', { targetId: aliases.at(-1)?.targets[0]?.id });
  const signedIn = await visitProgram(release.program).send('POST', '/api/auth/login', {
    email,
    password: testPassword,
  });
  const [cookie = ''] = signedIn.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  const { username, password } = credential;
  const ann = { email, password: testPassword, cookie, apiKey: apiKey.key, aliases, webhook };
  return { ann: { ...ann, credential: { username, password } }, mail };
}

async function populateTom(release: RunningRelease): Promise<Made['tom']> {
  const email = 'tom@home.example';
  const { visitor } = await signUpAt(release.program, email);
  const { secret } = await ask<{ secret: string }>(visitor, 'POST', '/api/account/second-factor');
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const path = '/api/account/second-factor/enable';
  const { recoveryCodes } = await ask<{ recoveryCodes: readonly string[] }>(visitor, 'POST', path, { code });
  return { email, password: testPassword, secondFactor: secret, recoveryCode: recoveryCodes[0] ?? '' };
}

async function populateWallet(release: RunningRelease): Promise<Made['wallet']> {
  const pair = generateKeyPairSync('ed25519');
  const visitor = visitProgram(release.program);
  const { status, body } = await proveWallet(visitor, createTestWallet(pair));
  if (status !== 200) throw new Error(`the wallet got HTTP ${status}`);
  const { id } = (body as { user: { id: string } }).user;
  await createAlias(visitor, id, { alias: 'coins', forwardTo: 'wallet@chain.example' });
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  return { privateKey, aliases: await listAliases(visitor, id) };
}

/** Makes data of every kind by the ways that people and senders have. Returns what must still hold after an upgrade. */
export async function populateRelease(release: RunningRelease): Promise<Made> {
  const { ann, mail } = await populateAnn(release);
  const tom = await populateTom(release);
  const wallet = await populateWallet(release);
  // Somebody who has left again, a challenge that nobody answered, a count.
  const { visitor: leaver } = await signUpAt(release.program, 'eve@home.example');
  await ask(leaver, 'DELETE', '/api/account', undefined);
  await ask(visitProgram(release.program), 'POST', '/api/auth/wallet/challenge', {});
  return { ann, tom, wallet, mail };
}
