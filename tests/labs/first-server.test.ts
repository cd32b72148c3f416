import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { json } from 'node:stream/consumers';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAcmeServer, type AcmeServer } from '#support/acme-server.ts';
import { startDnsServer, type DnsServer } from '#support/dns-server.ts';
import { makeMachine, type Machine, type Told } from '#support/first-server/booted-debian.ts';
import { readBlocks } from '#support/first-server/guide-blocks.ts';
import { readPrintedZone } from '#support/first-server/printed-zone.ts';
import { startRelay } from '#support/first-server/relay.ts';
import { confirmationToken } from '#support/running-service.ts';
import { connectSmtp } from '#support/smtp-client.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';
import { makeFolder, startDaemon } from '../../bench/forward/peer/daemons.ts';
import { findPostfix } from '../../bench/forward/peer/find-programs.ts';
import { writePostfix } from '../../bench/forward/peer/write-postfix.ts';
import { writeTlsFiles } from '../../bench/forward/peer/write-tls-files.ts';

/**
 * From a bare Debian to forwarded mail by the commands of docs/self-hosting.md, as they stand there. The world around it
 * is this process: DNS, an ACME server, a Postfix that sends and one that receives. It has a network of its own, whose
 * addresses nobody else sees.
 */
const server = '11.22.33.10';
const world = '11.22.33.20';
/** Stands for `home.example` of the guide: names under `.example` receive no mail. */
const home = 'home-mailbox.net';
const friendPort = 2526;
const worldAuthority = '/etc/ssl/certs/world.pem';
const trust = { NODE_EXTRA_CA_CERTS: worldAuthority };

const scope = new AsyncDisposableStack();
let machine: Machine;
let dns: DnsServer;
let acme: AcmeServer;
let inbox: SmtpSink;
let folder: string;
const [install = '', setUp = '', wait = '', start = ''] = readBlocks(
  'self-hosting.md',
  'From a bare server to the first mail',
);

function ip(...words: readonly string[]): void {
  execFileSync('ip', words);
}

/** The interface of the machine, and ours at its other end. */
function layCable(): void {
  ip('link', 'add', 'world', 'type', 'veth', 'peer', 'name', 'server');
  ip('addr', 'add', `${world}/24`, 'dev', 'world');
  ip('link', 'set', 'world', 'up');
}

async function startPostfix(name: string, port: number, lines: readonly string[]): Promise<void> {
  const installed = await findPostfix();
  const tlsFiles = await writeTlsFiles(await makeFolder(scope));
  const config = await writePostfix({
    installed,
    folder: join(folder, name),
    address: port === 25 ? world : '127.0.0.1',
    port,
    milterPort: 1,
    sinkPort: 1,
    tlsFiles,
    tuning: [
      `myhostname = mx.${name}.example`,
      'inet_interfaces = all',
      'smtpd_milters =',
      'virtual_alias_domains =',
      'virtual_alias_maps =',
      'relayhost =',
      'disable_dns_lookups = no',
      ...lines,
    ].join('\n'),
    aliases: new Map(),
    domain: 'none.example',
  });
  const { command } = installed;
  const askToStop = (): void => void execFile(command, ['-c', config, 'stop'], () => {});
  const words = ['-c', config, 'start-fg'];
  await startDaemon(
    { name, command, words, port, host: port === 25 ? world : '127.0.0.1', onSpawn: () => {}, askToStop },
    scope,
  );
}

beforeAll(async () => {
  layCable();
  folder = await makeFolder(scope);
  dns = await startDnsServer(
    {
      [home]: { MX: [{ preference: 10, exchange: `mx.${home}` }] },
      [`mx.${home}`]: { A: [world] },
      'friend.example': { MX: [{ preference: 10, exchange: 'mx.friend.example' }], TXT: [`v=spf1 ip4:${world} -all`] },
      'mx.friend.example': { A: [world] },
    },
    { at: { host: world, port: 53 } },
  );
  scope.defer(() => dns.close());
  const resolv = join(folder, 'resolv.conf');
  writeFileSync(resolv, `nameserver ${world}\n`);
  execFileSync('mount', ['--bind', resolv, '/etc/resolv.conf']);
  inbox = await startSmtpSink();
  scope.defer(() => inbox.stop());
  acme = await startAcmeServer();
  scope.defer(() => acme.close());
  for (const [kind, port] of [
    ['http', 80],
    ['tls', 443],
  ] as const) {
    const relay = await startRelay({ host: '127.0.0.1', port: 0 }, { host: server, port });
    scope.defer(() => relay.close());
    acme.ports[kind] = relay.port;
  }
  writeFileSync(join(folder, 'root.pem'), acme.root);
  await startPostfix('home', 25, [
    `relay_domains = ${home}`,
    `transport_maps = inline:{ { ${home} = smtp:[127.0.0.1]:${inbox.port} } }`,
  ]);
  await startPostfix('friend', friendPort, [
    'mynetworks = 127.0.0.0/8',
    'smtpd_relay_restrictions = permit_mynetworks, reject',
    // Nothing is sent but by TLS, to a host whose certificate names it.
    'smtp_tls_security_level = verify',
    `smtp_tls_CAfile = ${join(folder, 'root.pem')}`,
  ]);
  machine = await makeMachine();
}, 300_000);
afterAll(async () => {
  await machine.remove();
  await scope.disposeAsync();
}, 300_000);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** How long something took, told when it is done. */
async function time<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  say(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${what}`);
  return result;
}

function expectSuccess({ code, text }: Told): string {
  expect(text).not.toBe('');
  if (code !== 0) throw new Error(`exit code ${code}:\n${text}`);
  return text;
}

/** What a browser asks of the web app, which it finds by DNS and trusts by its certificate. */
async function post(
  url: string,
  body: object,
  cookie = '',
): Promise<{ status: number; cookie: string; body: unknown }> {
  const { origin } = new URL(url);
  const headers = { 'content-type': 'application/json', origin, cookie };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request(url, { method: 'POST', headers, ca: acme.root }, resolve);
    asked.once('error', reject).end(JSON.stringify(body));
  });
  const given = (response.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
  return { status: response.statusCode ?? 0, cookie: given, body: await json(response) };
}

async function sendAsFriend(): Promise<void> {
  const client = await connectSmtp({ port: friendPort, timeoutMs: 20_000 });
  await client.reply();
  for (const line of ['EHLO desk.friend.example', 'MAIL FROM:<bob@friend.example>', 'RCPT TO:<shop@mask.example>'])
    expect(await client.command(line)).toMatch(/^250/u);
  await client.command('DATA');
  const fields = ['From: Bob <bob@friend.example>', 'To: shop@mask.example', 'Subject: The first mail'];
  const date = `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`;
  const text = [...fields, date, 'Message-ID: <1@friend.example>', '', 'Hello.', '.'].join('\r\n');
  expect(await client.command(text)).toMatch(/^250/u);
  client.destroy();
}

/** What `read` finds in a message at the inbox, as soon as it finds anything. */
async function arrived(read: (mail: Buffer) => string): Promise<string> {
  const find = (): string => inbox.messages.map(({ raw }) => read(raw)).find((found) => found !== '') ?? '';
  await expect.poll(find, { timeout: 60_000 }).not.toBe('');
  return find();
}

it('leads from a bare Debian to forwarded mail', async () => {
  const from = performance.now();
  const clone = install.replace('ADDRESS-OF-THIS-REPOSITORY', '/src/kauke');
  expectSuccess(await time('git clone, npm ci, npm run prestart', () => machine.prepare(clone)));

  writeFileSync(join(machine.root, 'etc/resolv.conf'), `nameserver ${world}\n`);
  writeFileSync(join(machine.root, worldAuthority), acme.root);
  await time('(the machine starts)', () => machine.boot({ networkInterface: 'server', address: server }));
  // The authority of this world is one that all programs there trust.
  await machine.run(`systemctl set-environment NODE_EXTRA_CA_CERTS=${worldAuthority}`);
  // An ACME server without TLS is taken on the machine itself only.
  const { port } = new URL(acme.directory);
  const relay = await startRelay({ host: world, port: Number(port) }, { host: '127.0.0.1', port: Number(port) });
  scope.defer(() => relay.close());
  const script = new URL('../support/first-server/relay.ts', import.meta.url).href;
  const ends = [
    { host: '127.0.0.1', port: Number(port) },
    { host: world, port: Number(port) },
  ];
  machine.startWithin(
    `const { startRelay } = await import('${script}'); await startRelay(...${JSON.stringify(ends)});`,
  );

  const command = `${setUp.trimEnd().replaceAll('home.example', home)} ACME_DIRECTORY=${acme.directory}`;
  const printed = expectSuccess(await time('setup', () => machine.run(command)));
  const addresses = `mx.mask.example. IN A ${server}\nmask.example. IN A ${server}\n`;
  dns.add(readPrintedZone(`${printed}\n${addresses}`));
  dns.add({ [`${server.split('.').toReversed().join('.')}.in-addr.arpa`]: { PTR: ['mx.mask.example'] } });
  expect(expectSuccess(await time('setup --wait', () => machine.run(wait)))).toContain('DNS shows all that is needed.');
  const [enable = '', ...look] = start.trim().split('\n');
  expectSuccess(await time('systemctl enable --now kauke', () => machine.run(`${enable} 2>&1`)));
  await time('doctor, until it is content', async () => {
    let told: Told = { code: 1, text: '' };
    const isContent = async (): Promise<number> => {
      told = await machine.run(look.join('\n'), trust);
      return told.code;
    };
    await expect
      .poll(isContent, { timeout: 120_000, interval: 500 })
      .toBe(0)
      .catch((error: unknown) => {
        throw new Error(told.text, { cause: error });
      });
    say(told.text.trimEnd());
  });

  const [, link = '', invitation = ''] = /^(https:\/\/mask\.example)\/auth#([\w-]{43})$/mu.exec(printed) ?? [];
  const account = { email: `you@${home}`, password: 'quiet rivers run deep', invitation };
  const opened = await time('the link opens the account', async () => {
    // Each worker looks for a new certificate every ten seconds.
    const isTrusted = (): Promise<number> =>
      post(`${link}/api/auth/session`, {}).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(isTrusted, { timeout: 30_000 }).not.toBe(0);
    return post(`${link}/api/auth/register`, account);
  });
  expect(opened).toEqual({ status: 201, cookie: expect.any(String), body: { user: expect.anything() } });
  const { id } = (opened.body as { user: { id: string } }).user;
  const wanted = { alias: 'shop', domain: 'mask.example', forwardTo: `you@${home}` };
  expect(await post(`${link}/api/aliases/${id}`, wanted, opened.cookie)).toMatchObject({ status: 201 });
  const token = await time('the inbox is asked', () => arrived(confirmationToken));
  expect(await post(`${link}/api/targets/confirm`, { token }, opened.cookie)).toMatchObject({ status: 200 });
  const mail = await time("a friend's mail, over two Postfix", async () => {
    await sendAsFriend();
    return arrived((raw) => /^Subject: The first mail\r$[^]*/mu.exec(raw.toString('latin1'))?.[0] ?? '');
  });
  expect(mail).toContain('Hello.');
  say(`${((performance.now() - from) / 1000).toFixed(1).padStart(6)} s  from the first command to the first mail`);
}, 900_000);

it('runs as its user by its unit, and again when it is killed', async () => {
  const facts = async (): Promise<{ pid: string; restarts: string }> => {
    const { text } = await machine.run('systemctl show kauke -p MainPID -p NRestarts -p ActiveState');
    const field = (name: string): string => new RegExp(`^${name}=(.*)$`, 'mu').exec(text)?.[1] ?? '';
    return { pid: field('MainPID'), restarts: field('NRestarts') };
  };
  const before = await facts();
  expect((await machine.run(`ps -o user= -p ${before.pid}`)).text.trim()).toBe('kauke');
  expect((await machine.run('ps -eo user=,args= | grep -c "^kauke.*postgres"')).text.trim()).not.toBe('0');
  await machine.run(`kill -KILL ${before.pid}`);
  await expect.poll(async () => (await facts()).restarts, { timeout: 30_000 }).toBe('1');
  const greet = (): Promise<string> =>
    connectSmtp({ host: server, port: 25, timeoutMs: 2_000 }).then(
      (client) => client.reply().finally(() => client.destroy()),
      () => '',
    );
  await expect.poll(greet, { timeout: 60_000, interval: 250 }).toMatch(/^220 mx\.mask\.example/u);
}, 120_000);
