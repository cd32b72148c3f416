import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { releaseMail } from '#cli/backup/run-restore.ts';
import { withDomains } from '#cli/database.ts';
import type { CoreContext } from '#core/core-context.ts';
import { recordLook } from '#core/operator-journal.ts';
import { systemClock } from '#platform/clock.ts';
import { createVisitor } from '#support/api.ts';
import { admitPatient, type Complaint, type Patient } from '#support/doctor-patient.ts';
import { eventually } from '#support/eventually.ts';

let patient: Patient;
beforeAll(async () => {
  patient = await admitPatient();
});
afterAll(() => patient.close());

async function find(check: string): Promise<Complaint> {
  const complaints = await patient.complaints();
  const found = complaints.find((one) => one.check === check);
  if (found === undefined) throw new Error(`not found: ${JSON.stringify(complaints)}`);
  return found;
}

async function expectHealth(): Promise<void> {
  expect(await patient.complaints()).toEqual([]);
}

function withCore<Result>(work: (core: CoreContext) => Promise<Result>): Promise<Result> {
  return withDomains(patient.command(), work);
}

/** A mail of ours that is due for two hours: no worker runs. */
async function leaveMailLying(): Promise<void> {
  const visitor = createVisitor({ url: `http://localhost:${patient.program().httpPort}` });
  expect(await visitor.send('POST', '/api/feedback', { message: 'Good.' })).toMatchObject({ status: 200 });
  await eventually(async () => {
    const { numAffectedRows } = await withCore(({ database: { db } }) =>
      sql`
        update outgoing_notices set due_at = now() - interval '2 hours'`.execute(db),
    );
    expect(numAffectedRows).toBe(1n);
  });
}

describe('the doctor, of data', () => {
  it('names mail that lies about and backups that nobody makes, until a worker runs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kauke-backups-'));
    const { backup } = patient.command().config;
    patient.settings = { backup: { ...backup, folder } };
    await leaveMailLying();
    const queue = await find('queue');
    expect(queue.text).toMatch(/^1 deliveries wait, the oldest due for 72\d\d s$/);
    expect(queue.todo).toContain('start a node with the role worker');
    const missing = await find('backup');
    expect(missing).toMatchObject({ state: 'fault', text: 'BACKUP_DIR holds no backup of today or yesterday' });
    expect(missing.todo).toMatch(/^Start a node with the role worker/);

    const worker = await patient.startWorker({ BACKUP_DIR: folder });
    await eventually(expectHealth, 500);
    expect(await readdir(folder)).toContainEqual(expect.stringMatching(/^kauke-[\d-]{10}\.kauke$/));
    await worker.stop();
    await rm(folder, { recursive: true });
    patient.settings = {};
  });

  it('names mail that is held since a restore, until it is released', async () => {
    await withCore(({ database: { db } }) =>
      db
        .insertInto('deliveryHold')
        .values({ since: new Date(systemClock.now()) })
        .execute(),
    );
    const { state, text, todo } = await find('queue');
    expect({ state, text }).toEqual({
      state: 'warning',
      text: expect.stringMatching(/^\d deliveries wait, held since this database was restored$/),
    });
    expect(todo).toContain('run: npm run kauke -- release-mail');
    await releaseMail(patient.command(), () => {});
    await expectHealth();
  });

  it('names an entry of the operators that somebody changed', async () => {
    await withCore((core) => recordLook(core, { by: 'command', act: 'queue_seen' }));
    await expectHealth();
    const write = (at: string) =>
      withCore(async ({ database: { db } }) => {
        await sql`alter table operator_log disable trigger user`.execute(db);
        await sql`update operator_log set at = at + ${at}::interval`.execute(db);
        await sql`alter table operator_log enable trigger user`.execute(db);
      });
    await write('1 hour');
    const { state, text, todo } = await find('operator-log');
    expect({ state, text }).toEqual({
      state: 'fault',
      text: "The list of operators' acts was tampered with at entry 1",
    });
    expect(todo).toContain('restore the list');
    await write('-1 hour');
    await expectHealth();
  });

  it('names a database that cannot be used, and goes on with all else', async () => {
    patient.settings = { databaseUrl: 'postgres://nobody@127.0.0.1:1/none' };
    const { state, text, todo } = await find('database');
    expect({ state, text }).toEqual({ state: 'fault', text: 'The database cannot be used' });
    expect(todo).toBe('The database at 127.0.0.1:1 cannot be reached (ECONNREFUSED).');
    patient.settings = {};
    await expectHealth();
  });

  it('names what lets all spam pass', async () => {
    patient.settings = { dnsblZones: [] };
    expect(await find('spam-defence')).toMatchObject({ state: 'warning', todo: 'Set DNSBL_ZONES or RSPAMD_URL.' });
    patient.settings = { dnsblZones: ['bl.example'] };
    await expectHealth();
    patient.settings = { unauthenticatedMail: 'mark' };
    expect((await find('spam-defence')).todo).toMatch(/^Set UNAUTHENTICATED_MAIL=refuse/);
    patient.settings = { unauthenticatedMail: 'refuse' };
    await expectHealth();
  });

  it('names alarms that only our own mail tells', async () => {
    patient.settings = { alarms: { url: null, ntfyUrl: null } };
    expect(await find('alarms')).toMatchObject({ state: 'warning', text: 'Alarms go by our own mail alone' });
    patient.settings = {};
    await expectHealth();
  });

  it('names an address to send from that this machine does not have', async () => {
    const rest = { purposes: [], since: null, drain: false };
    patient.settings = { sendFrom: [{ ...rest, address: '9.9.9.9', hostname: 'mx.mask.example' }] };
    const { text, todo } = await find('send-from');
    expect(text).toBe('9.9.9.9 is no address of this machine');
    expect(todo).toContain('take it out of SEND_FROM');
    patient.settings = { sendFrom: [] };
    await expectHealth();
  });

  it('names a name that is none of a server', async () => {
    patient.settings = { mailHostname: 'localhost' };
    const { text, todo } = await find('hostname');
    expect(text).toBe('MAIL_HOSTNAME is localhost');
    expect(todo).toContain('Set MAIL_HOSTNAME');
    patient.settings = { mailHostname: 'mx.mask.example' };
    await expectHealth();
  });
});
