import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importResponseSchema, type ImportReport } from '#contract/export.ts';
import { addSenderRule } from '#core/sender-rules/sender-rules.ts';
import { cutCsv, type CsvPart } from '#web/features/settings/data/cut-csv.ts';
import { sendImport } from '#support/alias-files.ts';
import { startTestApi, type TestApi } from '#support/api.ts';
import { createTestCore, type TestCore } from '#support/core.ts';
import { addOwnDomain } from '#support/own-domain.ts';
import { registerPerson, type Person } from '#support/use-api.ts';

const total = 8_000;
const ownName = 'own.example';
const header =
  'alias,domain,forward_to,notes,active,labels,expires_at,messages_left,idle_days,sender_rules,copy_replies';

let cores: TestCore[];
let apis: TestApi[];
let owner: Person;
let mover: Person;

beforeAll(async () => {
  const domains = { own: true, below: [], mailHostname: 'mx.kauke.test' };
  cores = await Promise.all([0, 1].map(() => createTestCore({ domains })));
  apis = await Promise.all(cores.map(({ core }) => startTestApi(core)));
  const people = await Promise.all(apis.map((api) => registerPerson(api, 'ann@home.example')));
  [owner, mover] = [people[0] as Person, people[1] as Person];
});
afterAll(async () => {
  for (const api of apis) await api.stop();
  for (const core of cores) await core.drop();
});

/** An alias with some of everything, different from its neighbours. */
function rowOf(index: number): string {
  const cells = [
    `name-${index}`,
    index % 10 === 0 ? ownName : 'kauke.test',
    index % 3 === 0 ? 'one@inbox.example' : 'two@inbox.example, three@inbox.example',
    index % 2 === 0 ? `"shoes" no. ${index},\r\nand socks` : '=1+1',
    index % 7 === 0 ? 'false' : 'true',
    index % 4 === 0 ? 'Shops, New' : `Label ${index % 20}`,
    index % 5 === 0 ? '2027-11-21T12:00:00.000Z' : '',
    index % 6 === 0 ? String((index % 900) + 1) : '',
    index % 8 === 0 ? String((index % 300) + 1) : '',
    index % 100 === 0 ? 'block @rival.example' : '',
    index % 9 === 0 ? 'true' : '',
  ];
  return cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
}

/** Sends parts as a program does: each says what stands before it. */
async function sendParts(person: Person, parts: readonly CsvPart[], dryRun = false): Promise<ImportReport> {
  const report: ImportReport = { dryRun, created: 0, skipped: 0, rows: [], domains: [] };
  for (const { csv, rows, lines } of parts) {
    const before = { rows, lines, created: report.created, domains: report.domains };
    const answer = await sendImport(person, csv, { dryRun, before });
    expect(answer.status).toBe(200);
    const next = importResponseSchema.parse(answer.body).report;
    report.created += next.created;
    report.skipped += next.skipped;
    report.rows.push(...next.rows);
    report.domains.push(...next.domains);
  }
  return report;
}

async function exportOf({ visitor }: Person): Promise<string> {
  return String((await visitor.send('GET', '/api/account/export?format=csv')).body);
}

/** All that a file says, but for when its aliases were made. */
function factsOf(csv: string): string[] {
  const rows = parse<Record<string, string>>(csv, { columns: true });
  return rows.map((row) => JSON.stringify({ ...row, created_at: null })).toSorted();
}

const limits = { rows: 400, bytes: 900 * 1024 };

/** Twice 8,000 aliases are made. */
const patience = { timeout: 900_000, tags: 'proof' };

it(
  'an export of 8,000 aliases is imported again in parts, broken off and gone on, and nothing differs',
  patience,
  async () => {
    await addOwnDomain((cores[0] as TestCore).core, { userId: owner.userId, name: ownName, catchAll: 'all' });
    await addSenderRule((cores[0] as TestCore).core, owner.userId, {
      scope: 'account',
      match: '@spam.example',
      action: 'block',
    });
    const file = [header, ...Array.from({ length: total }, (_, index) => rowOf(index)), ''].join('\r\n');
    expect(await sendParts(owner, cutCsv(file, limits))).toMatchObject({ created: total, skipped: 0 });
    const exported = await exportOf(owner);
    expect(exported.length).toBeGreaterThan(1024 * 1024);
    expect(await sendImport(mover, exported)).toMatchObject({ status: 413 });

    const parts = cutCsv(exported, limits);
    // What others need stands first, so that any program may cut the file from its beginning.
    expect(parts.map(({ rows }) => rows)).toEqual(parts.map(({ rows }) => rows).toSorted((a, b) => a - b));
    const dry = await sendParts(mover, parts.slice(0, 4), true);
    expect(dry.domains).toEqual([ownName]);
    // No alias of its own domain is promised elsewhere, whichever part it is in.
    const refused = dry.rows.filter(({ outcome }) => outcome === 'invalid');
    // One in ten of all; what was made in one moment stands in any order.
    expect(refused.length).toBeGreaterThan(50);
    expect(dry.created).toBe(1_200 - refused.length);
    expect(refused.every(({ message }) => message.startsWith(`Prove ${ownName} here first`))).toBe(true);

    // It breaks off after a part whose answer nobody heard, and begins anew.
    await sendParts(mover, parts.slice(0, 9));
    await sendParts(mover, parts.slice(8, 11));
    await (cores[1] as TestCore).core.database.db
      .updateTable('domains')
      .set({ state: 'verified' })
      .where('name', '=', ownName)
      .execute();
    const again = await sendParts(mover, parts);
    expect(again.rows.every(({ outcome }) => ['created', 'exists'].includes(outcome))).toBe(true);
    expect(again.rows.map(({ row }) => row)).toEqual(Array.from({ length: total + 2 }, (_, index) => index + 2));
    expect(factsOf(await exportOf(mover))).toEqual(factsOf(exported));
    expect(await sendParts(mover, parts)).toMatchObject({ created: 0 });
  },
);
