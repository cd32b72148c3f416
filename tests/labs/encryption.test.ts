import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyKind } from '#core/encryption-keys.ts';
import { createEncryptor } from '#mail/encrypt/encryptor.ts';
import { systemClock } from '#platform/clock.ts';
import { findField } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { parseParts } from '#protocol/message/parse-parts.ts';
import { inboxesOf, setInboxKey } from '#support/key-world.ts';
import { createTestMail, exampleMessage, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

const execute = promisify(execFile);
const address = 'ann@inbox.example';
const largeBytes = 25 * 1024 * 1024;
let folder: string;
let sink: SmtpSink;
let mail: TestMail;

/** GnuPG with keys of its own, OpenSSL: both in the folder of this test. */
async function run(program: string, ...args: readonly string[]): Promise<string> {
  const env = { ...process.env, GNUPGHOME: folder };
  const { stdout } = await execute(program, args, { cwd: folder, env, maxBuffer: 1024 * 1024 });
  return stdout;
}

function gpg(...args: readonly string[]): Promise<string> {
  return run('gpg', '--batch', '--quiet', '--yes', '--passphrase', '', '--pinentry-mode', 'loopback', ...args);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kauke-keys-'));
  sink = await startSmtpSink();
  mail = await createTestMail({ transport: createSinkTransport({ 'inbox.example': sink.port }) });
  // What is large is kept first: the engine of tests waits for half a second.
  mail.worker();
}, 60_000);
afterAll(async () => {
  await mail.context.transport.close();
  await mail.close();
  await sink.stop();
  await run('gpgconf', '--kill', 'gpg-agent');
  await rm(folder, { recursive: true, force: true });
});

/** Made by another program, and opened by it. */
interface Inbox {
  readonly kind: KeyKind;
  readonly given: Buffer;
  open(raw: Buffer): Promise<Buffer>;
}

async function makeGnuPg(algorithm: string, usage: string): Promise<Inbox> {
  const before = await gpg('--list-keys', '--with-colons');
  await gpg('--quick-generate-key', address, algorithm, 'cert,sign', 'never');
  const [, ...rest] = (await gpg('--list-keys', '--with-colons')).split('\nfpr:');
  const fingerprint = rest
    .map((line) => line.replace(/^:*([0-9A-F]+):[^]*$/, '$1'))
    .find((one) => !before.includes(one));
  await gpg('--quick-add-key', fingerprint ?? '', usage, 'encr', 'never');
  await gpg('--armor', '--output', 'key.asc', '--export', fingerprint ?? '');
  return {
    kind: 'openpgp',
    given: await readFile(join(folder, 'key.asc')),
    open: async (raw) => {
      await writeFile(join(folder, 'in.asc'), parseParts(parseMessage(raw)).root.children[1]?.content ?? '');
      await gpg('--output', 'out', '--decrypt', 'in.asc');
      return readFile(join(folder, 'out'));
    },
  };
}

async function makeOpenSsl(...algorithm: readonly string[]): Promise<Inbox> {
  const names = ['-subj', '/CN=Ann', '-addext', `subjectAltName=email:${address}`];
  const made = ['-nodes', '-keyout', 'key.pem', '-out', 'cert.pem', '-days', '30', ...names];
  await run('openssl', 'req', '-x509', '-newkey', ...algorithm, ...made);
  return {
    kind: 'smime',
    given: await readFile(join(folder, 'cert.pem')),
    open: async (raw) => {
      await writeFile(join(folder, 'in.eml'), raw);
      const files = ['-in', 'in.eml', '-recip', 'cert.pem', '-inkey', 'key.pem', '-out', 'out'];
      await run('openssl', 'cms', '-decrypt', '-binary', '-inform', 'SMIME', ...files);
      return readFile(join(folder, 'out'));
    },
  };
}

const inboxes: [string, () => Promise<Inbox>][] = [
  ['GnuPG on curve 25519', () => makeGnuPg('ed25519', 'cv25519')],
  ['GnuPG with RSA', () => makeGnuPg('rsa3072', 'rsa3072')],
  ['OpenSSL with RSA', () => makeOpenSsl('rsa:2048')],
  ['OpenSSL on P-256', () => makeOpenSsl('ec', '-pkeyopt', 'ec_paramgen_curve:P-256')],
  ['OpenSSL on P-384', () => makeOpenSsl('ec', '-pkeyopt', 'ec_paramgen_curve:P-384')],
];

let made = 0;
async function receive({ kind, given }: Inbox, content: Buffer): Promise<Buffer> {
  made += 1;
  const reading = await createEncryptor(systemClock).read(kind, given, address);
  if (reading.kind === 'fault') throw new Error(reading.fault);
  const { fingerprint, algorithm, octets } = reading.key;
  const alias = await mail.addAlias({ local: `lab${made}`, targets: [address] });
  const key = { kind, fingerprint, algorithm, octets, expiresAt: null, hideSubject: true };
  await setInboxKey(mail, (await inboxesOf(mail, alias.userId))[0] ?? '', key);
  const before = sink.messages.length;
  expect((await mail.send(alias.address, { content })).code).toBe(250);
  const arrived = await sink.waitForMessages(before + 1);
  return arrived.at(-1)?.raw ?? Buffer.alloc(0);
}

describe('what was forwarded to an inbox with a key', () => {
  it.each(inboxes)(
    'is opened by %s: header read back, body octet by octet',
    async (_name, make) => {
      const inbox = await make();
      const body = Buffer.from('Gr\u00fc\u00dfe\r\n.dots\r\n \r\n--b\r\n\r\n');
      const head = Buffer.from(exampleMessage('lab').replace(/\r\n\r\n[^]*/, '\r\nKeywords: gold\r\n\r\n'));
      const raw = await receive(inbox, Buffer.concat([head, body]));
      expect(raw.toString()).not.toMatch(/Subject of lab|gold|dots/);
      const inner = parseMessage(await inbox.open(raw));
      const outer = parseMessage(raw);
      expect(findField(inner.fields, 'subject')).toBe('Subject of lab');
      expect(findField(inner.fields, 'keywords')).toBe('gold');
      expect(findField(outer.fields, 'subject')).toBe('[...]');
      expect(findField(inner.fields, 'content-type')).toContain('hp="cipher"');
      const noted = inner.fields.filter(({ key }) => key === 'hp-outer').map(({ raw: octets }) => octets.toString());
      for (const field of outer.fields.filter(({ key }) => ['from', 'to', 'subject', 'date'].includes(key)))
        expect(noted).toContain(`HP-Outer: ${field.raw.toString()}`);
      expect(inner.body.equals(body)).toBe(true);
      // Of every length that a last line of armour can have.
      for (const end of ['x', 'xy']) {
        const longer = Buffer.concat([body, Buffer.from(`${end}\r\n`)]);
        const opened = await inbox.open(await receive(inbox, Buffer.concat([head, longer])));
        expect(parseMessage(opened).body.equals(longer)).toBe(true);
      }
    },
    120_000,
  );

  it.each([inboxes[0], inboxes[2]].filter((one) => one !== undefined))(
    'costs at 25 MiB, opened by %s',
    async (name, make) => {
      const inbox = await make();
      const reading = await createEncryptor(systemClock).read(inbox.kind, inbox.given, address);
      if (reading.kind === 'fault') throw new Error(reading.fault);
      const encryptor = createEncryptor(systemClock);
      const key = { kind: inbox.kind, octets: reading.key.octets };
      const small = Buffer.alloc(4096, 'small ');
      await encryptor.encrypt(key, small);
      const measure = async (payload: Buffer, times: number): Promise<string> => {
        const [cpu, at] = [process.cpuUsage(), performance.now()];
        for (let time = 0; time < times; time += 1) await encryptor.encrypt(key, payload);
        const { user, system } = process.cpuUsage(cpu);
        const memory = Math.round(process.memoryUsage().rss / 1024 / 1024);
        return `${((user + system) / 1000 / times).toFixed(2)} ms CPU, ${((performance.now() - at) / times).toFixed(2)} ms, ${memory} MB resident`;
      };
      process.stdout.write(`${name}: 4 KiB ${await measure(small, 200)}\n`);
      const large = Buffer.alloc(largeBytes, 'A line of a large message that is long enough.\r\n');
      process.stdout.write(`${name}: 25 MiB ${await measure(large, 3)}\n`);
      const raw = await receive(
        inbox,
        Buffer.concat([Buffer.from(exampleMessage('big')), large.subarray(0, 20_000_000)]),
      );
      expect((await inbox.open(raw)).length).toBeGreaterThan(20_000_000);
    },
    120_000,
  );
});
