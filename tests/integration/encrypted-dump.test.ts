import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withDomains } from '#cli/database.ts';
import { findServerUrl, superuser } from '#database/embedded/server-url.ts';
import { openPart } from '#mail/queue/spool-sealing.ts';
import { formsOf, writeOut } from '#support/database-search.ts';
import { searchFiles } from '#support/file-search.ts';
import { makeInboxKey, openPgpMail } from '#support/key-world.ts';
import { quickLimits } from '#support/mail-engine.ts';
import { signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

let sink: SmtpSink;
let service: RunningService;
let owner: Owner;
beforeAll(async () => {
  sink = await startSmtpSink();
  const way = { SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`, OPERATOR_EMAIL: 'operator@ops.example' };
  const rules = { TARGET_CONFIRMATION: 'off', UNAUTHENTICATED_MAIL: 'refuse', CUT_THROUGH: 'off' };
  service = await startService({ ...way, ...rules }, { mailLimits: quickLimits }, 'own');
  service.dns.add({ 'sender.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] } });
  owner = await signUpOwner(service, 'ann-account@home.example');
});
afterAll(async () => {
  await service.stop();
  await sink.stop();
});

const subject = 'Zebra crossing tomorrow';
const body = 'The quokka sleeps under the eucalyptus';
const attachment = 'wombat-census.csv';
const attached = 'burrow;wombats;mood';
const author = 'Quentin Platypus';
/** Sent in UTF-8, by quoted-printable and base64. */
const accented = 'Ärger mit Tüten';
const secrets = [subject, body, attachment, attached, author, accented];

function write(from: string, to: string): string {
  return [
    `From: ${author} <${from}>`,
    'To: someone@kauke.test',
    `Subject: ${subject} =?utf-8?B?${Buffer.from(accented).toString('base64')}?=`,
    'Date: Sat, 21 Nov 2026 10:00:00 +0000',
    `Message-ID: <to-${to}@x.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    body,
    '=C3=84rger mit T=C3=BCten',
    '--b',
    `Content-Type: text/csv; name="${attachment}"`,
    `Content-Disposition: attachment; filename="${attachment}"`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(attached).toString('base64'),
    '--b--',
    '',
  ].join('\r\n');
}

async function send(to: string, from = 'quentin@sender.example'): Promise<void> {
  const { data } = await sendMessage({
    port: service.mxPort,
    from,
    to,
    helo: 'client.example',
    data: write(from, to.slice(0, 5)),
  });
  expect(data).toBe('250 2.0.0 Message accepted');
}

/** An alias for an inbox with a key; the private key opens its mail. */
async function addKeyed(name: string): Promise<string> {
  const inbox = `${name}@inbox.example`;
  await owner.createAlias(name, [inbox]);
  const { targets } = (await owner.send('GET', '/api/targets')).body as { targets: { id: string; value: string }[] };
  const { publicKey, privateKey } = await makeInboxKey(inbox);
  const id = targets.find(({ value }) => value === inbox)?.id ?? '';
  const answer = await owner.send('PUT', `/api/targets/${id}/key`, { publicKey, hideSubject: true });
  expect(answer.status).toBe(200);
  const { aliases } = (await owner.send('GET', `/api/aliases/${owner.id}`)).body as {
    aliases: { id: string; alias: string }[];
  };
  const aliasId = aliases.find(({ alias }) => alias === name)?.id ?? '';
  expect((await owner.send('POST', `/api/aliases/${aliasId}/trace`)).status).toBeLessThan(300);
  return privateKey;
}

/** What `pg_dump` is made of: COPY of every table, as the superuser, to a file each. */
async function dumpTables(folder: string): Promise<void> {
  const server = new Client({ connectionString: (await findServerUrl(service.dataDir, superuser)) ?? '' });
  await server.connect();
  try {
    const { rows } = await server.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    for (const { name } of rows) await server.query(`copy "${name}" to '${join(folder, name)}'`);
  } finally {
    await server.end();
  }
}

/** Headers and bodies of what waits and of what is held, opened with the keys of the service itself. */
function openWaiting(): Promise<string[]> {
  return withDomains(service.command, async ({ database: { db }, keys }) => {
    const messages = await db.selectFrom('spoolMessages').select(['id', 'keyVersion']).execute();
    const opened: string[] = [];
    for (const { id: messageId, keyVersion } of messages) {
      const key = await keys.existingSpoolKey(keyVersion);
      const headers = await db.selectFrom('spoolHeaders').selectAll().where('messageId', '=', messageId).execute();
      const chunks = await db.selectFrom('spoolChunks').selectAll().where('messageId', '=', messageId).execute();
      for (const { id, sealed } of headers)
        opened.push(openPart(key, { messageId, part: `header:${id}` }, sealed).toString('latin1'));
      for (const { sequence, sealed } of chunks)
        opened.push(openPart(key, { messageId, part: `chunk:${sequence}` }, sealed).toString('latin1'));
    }
    const held = await db
      .selectFrom('heldChunks')
      .innerJoin('heldMail', 'heldMail.id', 'heldChunks.heldId')
      .select(['heldMail.id', 'keyVersion', 'sequence', 'heldChunks.sealed'])
      .execute();
    for (const { id: messageId, keyVersion, sequence, sealed } of held) {
      const key = await keys.existingSpoolKey(keyVersion);
      opened.push(openPart(key, { messageId, part: `chunk:${sequence}` }, sealed).toString('latin1'));
    }
    return opened;
  });
}

it('a dump of the database, and its folder, hold no plain octet of mail to an inbox with a key', async () => {
  const privateKey = await addKeyed('waits');
  await addKeyed('held');
  await addKeyed('fails');
  await owner.send('PATCH', '/api/account', { holdDays: 7 });
  const isGone = (address: string): boolean => address === 'fails@inbox.example';
  sink.setScript({ onRcpt: (address) => ({ code: isGone(address) ? 550 : 451 }) });
  await send('waits@kauke.test');
  await send('held@kauke.test', 'quentin@forged.example');
  await send('fails@kauke.test');
  // One waits, one is held, and the notice to who wrote the third waits, too.
  const notices = async (): Promise<number> =>
    (await openWaiting()).filter((text) => /report-type="?delivery-status/i.test(text)).length;
  await expect.poll(notices).toBe(1);

  // Whoever has the keys of the service as well reads no more of it.
  const opened = await openWaiting();
  expect(opened.filter((text) => text.includes('-----BEGIN PGP MESSAGE-----'))).toHaveLength(2);
  const named = secrets.filter((secret) => secret !== author);
  const read = opened.join('\n').toLowerCase();
  expect(named.filter((secret) => formsOf(secret).some((form) => read.includes(form.toLowerCase())))).toEqual([]);

  await writeOut(service.dataDir);
  const folder = await mkdtemp(join(tmpdir(), 'kauke-dump-'));
  try {
    // The server may run as another user.
    await chmod(folder, 0o777);
    await dumpTables(folder);
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['spool_chunks', 'spool_headers', 'trace_lines']));
    expect((await readFile(join(folder, 'spool_chunks'))).length).toBeGreaterThan(1000);
    expect((await readFile(join(folder, 'trace_lines'))).length).toBeGreaterThan(0);
    expect(await searchFiles(folder, secrets)).toEqual([]);
    // The search does find what is meant to be there.
    expect(await searchFiles(folder, ['kauke.test'])).toEqual(['kauke.test']);
    expect(await searchFiles(service.dataDir, secrets)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }

  // It was there all the while.
  sink.setScript({});
  const found = () =>
    sink.messages.find(({ rcptTo, raw }) => rcptTo.includes('waits@inbox.example') && raw.includes('PGP'));
  await expect.poll(() => found() !== undefined).toBe(true);
  const inner = (await openPgpMail(found()?.raw ?? Buffer.alloc(0), privateKey)).toString();
  for (const secret of [subject, body, attachment]) expect(inner).toContain(secret);
});
