import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { writeReverseName } from '#contract/reserved-names/reverse-names.ts';
import type { Alias } from '#contract/aliases.ts';
import { createVisitor, startTestApi } from '#support/api.ts';
import { addAlias, aliasesOf, importReport, outcomes, sendImport } from '#support/alias-files.ts';
import { createTestCore, dayMs, eraseAccount, tokenOf } from '#support/core.ts';
import { registerPerson, useApi, type Person } from '#support/use-api.ts';

const test = useApi(dayMs);

const { register } = test;

describe('an export and its import', () => {
  const fill = async (person: Person): Promise<void> => {
    await addAlias(person, 'first', {
      notes: ' spaced, "quoted"\nand long ',
      forwardTo: 'b@example.org,a@example.org',
    });
    await addAlias(person, 'second', { domain: 'mask.test', forwardTo: 'C@example.org' });
    await addAlias(person, 'paused');
    const paused = (await aliasesOf(person)).find((alias) => alias.alias === 'paused');
    await person.visitor.send('PATCH', `/api/aliases/${paused?.id}/toggle`, { active: false });
    const token = tokenOf(test.mails.findLast((mail) => mail.recipient === 'box@example.org'));
    await person.visitor.send('POST', '/api/targets/confirm', { token });
  };
  const content = (aliases: readonly Alias[]) =>
    aliases
      .map(({ alias, domain, notes, active, targets }) => ({
        address: `${alias}@${domain}`,
        notes,
        active,
        targets: targets.map((target) => target.value),
      }))
      .sort((a, b) => a.address.localeCompare(b.address));

  it('restore aliases, targets and notes on a fresh instance, where inboxes confirm again', async () => {
    const person = await register('mover@example.com');
    await fill(person);
    const exported = await person.visitor.send('GET', '/api/account/export?format=csv');
    const fresh = await createTestCore();
    const freshApi = await startTestApi(fresh.core);
    try {
      const mover = await registerPerson(freshApi, 'mover@example.com');
      const report = await importReport(mover, String(exported.body));
      expect(report).toMatchObject({ dryRun: false, created: 3, skipped: 0 });
      const restored = await aliasesOf(mover);
      expect(content(restored)).toEqual(content(await aliasesOf(person)));
      expect(restored.flatMap((alias) => alias.targets.map((target) => target.state))).toEqual(
        Array<string>(4).fill('pending'),
      );
      expect(fresh.mails.map((mail) => mail.recipient).sort()).toEqual([
        'C@example.org',
        'a@example.org',
        'b@example.org',
        'box@example.org',
        'mover@example.com',
      ]);
    } finally {
      await freshApi.stop();
      await fresh.drop();
    }
  });

  it('find each address reserved on the same instance once the account is deleted', async () => {
    const person = await register('returner@example.com');
    await addAlias(person, 'return-one');
    await addAlias(person, 'return-two');
    const csv = String((await person.visitor.send('GET', '/api/account/export?format=csv')).body);
    expect((await importReport(person, csv)).rows.map((row) => row.outcome)).toEqual(['exists', 'exists']);
    await eraseAccount(test.core, person.userId);
    const report = await importReport(await register('returner@example.com'), csv);
    expect(report).toMatchObject({ created: 0, skipped: 2 });
    expect(report.rows.map((row) => row.outcome)).toEqual(['reserved', 'reserved']);
  });
});

describe('an import', () => {
  it('runs dry along the same way and leaves nothing behind', async () => {
    const person = await register('dry@example.com');
    const csv = 'alias,domain,forward_to\ndry-one,kauke.test,x@example.org\nadmin,kauke.test,x@example.org\n';
    const before = test.mails.length;
    const dry = await importReport(person, csv, { dryRun: true });
    expect(dry).toMatchObject({ dryRun: true, created: 1, skipped: 1 });
    expect(await aliasesOf(person)).toEqual([]);
    const targets = await person.visitor.send('GET', '/api/targets');
    expect(JSON.stringify(targets.body)).not.toContain('x@example.org');
    expect(test.mails).toHaveLength(before);
    const real = await importReport(person, csv);
    expect(real).toEqual({ ...dry, dryRun: false });
    expect(await aliasesOf(person)).toHaveLength(1);
    expect(test.mails).toHaveLength(before + 1);
  });

  it('reads SimpleLogin’s file: foreign domains become the chosen one, mailboxes stand between blanks', async () => {
    const person = await register('simple@example.com');
    const csv = [
      'alias,note,enabled,mailboxes',
      'shop.k3x@simplelogin.example,Shoes,True,one@example.org two@example.org',
      'news@simplelogin.example,,False,one@example.org',
    ].join('\n');
    const report = await importReport(person, csv, { domain: 'mask.test' });
    expect(outcomes(report)).toEqual(['2 shop.k3x@mask.test created', '3 news@mask.test created']);
    const aliases = await aliasesOf(person);
    expect(aliases.find((alias) => alias.alias === 'shop.k3x')).toMatchObject({
      notes: 'Shoes',
      active: true,
      forwardTo: 'one@example.org, two@example.org',
    });
    expect(aliases.find((alias) => alias.alias === 'news')).toMatchObject({
      notes: null,
      active: false,
      lastForwardTo: 'one@example.org',
    });
  });

  it('reads addy.io’s file, which names no inbox', async () => {
    const person = await register('addy@example.com');
    const csv = [
      'id,user_id,local_part,extension,domain,email,active,description,from_name,created_at,deleted_at',
      'a,u,addy-one,,anonaddy.example,addy-one@anonaddy.example,1,Shoes,,2024-01-01 00:00:00,',
      'b,u,addy-two,,anonaddy.example,addy-two@anonaddy.example,,,,2024-01-01 00:00:00,',
      'c,u,addy-old,,anonaddy.example,addy-old@anonaddy.example,1,,,2024-01-01 00:00:00,2024-02-01 00:00:00',
    ].join('\r\n');
    const report = await importReport(person, csv);
    expect(outcomes(report)).toEqual([
      '2 addy-one@kauke.test created',
      '3 addy-two@kauke.test created',
      '4 addy-old@kauke.test invalid',
    ]);
    const aliases = await aliasesOf(person);
    expect(aliases.find((alias) => alias.alias === 'addy-one')).toMatchObject({
      active: true,
      notes: 'Shoes',
      forwardTo: 'addy@example.com',
    });
    expect(aliases.find((alias) => alias.alias === 'addy-two')).toMatchObject({ active: false, notes: null });
    const other = await importReport(person, csv.replaceAll('addy-', 'more-'), { forwardTo: 'else@example.org' });
    expect(other.created).toBe(2);
    expect((await aliasesOf(person)).find((alias) => alias.alias === 'more-one')?.forwardTo).toBe('else@example.org');
  });

  it('tells for every row what became of it, in the order of the file', async () => {
    const person = await register('rows@example.com');
    const stranger = await register('stranger@example.com');
    await addAlias(person, 'rows-mine');
    await addAlias(stranger, 'rows-theirs');
    const reverse = writeReverseName('a'.repeat(26), 'plain');
    const csv = [
      'alias,domain,forward_to,notes',
      'rows-new,kauke.test,x@example.org,',
      'rows-mine,kauke.test,x@example.org,',
      'Rows-New,elsewhere.example,x@example.org,',
      'rows-theirs,kauke.test,x@example.org,',
      'postmaster,kauke.test,x@example.org,',
      'ąžuolas,kauke.test,x@example.org,',
      'rows-none,kauke.test,not an inbox,',
      'rows-ours,kauke.test,x@mask.test,',
      `rows-notes,kauke.test,x@example.org,${'n'.repeat(127)}😀`,
      ',kauke.test,x@example.org,',
      `${reverse},kauke.test,x@example.org,`,
    ].join('\n');
    const report = await importReport(person, csv);
    expect(outcomes(report)).toEqual([
      '2 rows-new@kauke.test created',
      '3 rows-mine@kauke.test exists',
      '4 rows-new@kauke.test taken',
      '5 rows-theirs@kauke.test reserved',
      '6 postmaster@kauke.test reserved',
      '7 ąžuolas@kauke.test invalid',
      '8 rows-none@kauke.test invalid',
      '9 rows-ours@kauke.test invalid',
      '10 rows-notes@kauke.test created',
      '11 @kauke.test invalid',
      `12 ${reverse}@kauke.test reserved`,
    ]);
    expect(report).toMatchObject({ created: 2, skipped: 9 });
    expect(report.rows.find((row) => row.row === 9)?.message).toContain('one of our own domains');
    expect(report.rows.find((row) => row.row === 10)?.message).toBe('Its notes are cut to 128 characters');
    const notes = (await aliasesOf(person)).find((alias) => alias.alias === 'rows-notes')?.notes;
    expect(notes).toBe('n'.repeat(127));
  });

  it('says the same of an address that is taken and of one that was given up', async () => {
    const person = await register('alike@example.com');
    const stranger = await register('alike-other@example.com');
    await addAlias(stranger, 'alike-live');
    await addAlias(stranger, 'alike-dead');
    const dead = (await aliasesOf(stranger)).find((alias) => alias.alias === 'alike-dead');
    await stranger.visitor.send('DELETE', `/api/aliases/${dead?.id}`);
    const csv = 'alias,domain,forward_to\nalike-live,kauke.test,x@example.org\nalike-dead,kauke.test,x@example.org\n';
    const { rows } = await importReport(person, csv);
    expect(rows[0]).toEqual({ ...rows[1], row: 2, alias: 'alike-live@kauke.test' });
    expect(await stranger.visitor.send('GET', `/api/aliases/${stranger.userId}`)).toMatchObject({ status: 200 });
    await addAlias(stranger, 'alike-dead');
  });

  it('writes nothing when one row fails for a reason of ours', async () => {
    const person = await register('fault@example.com');
    const { db } = test.core.database;
    await sql`alter table aliases add constraint planted_fault check (local_part <> 'fault-z')`.execute(db);
    try {
      const csv = 'alias,domain,forward_to\nfault-a,kauke.test,x@example.org\nfault-z,kauke.test,x@example.org\n';
      expect(await sendImport(person, csv)).toMatchObject({ status: 500, body: { code: 'internal' } });
      expect(await aliasesOf(person)).toEqual([]);
    } finally {
      await sql`alter table aliases drop constraint planted_fault`.execute(db);
    }
  });

  it('may run twice at once', async () => {
    const person = await register('twins@example.com');
    const names = Array.from({ length: 20 }, (_, index) => `twins-${index},kauke.test,t${index % 7}@example.org`);
    const csv = (rows: string[]): string => ['alias,domain,forward_to', ...rows].join('\n');
    const reports = await Promise.all([
      importReport(person, csv(names)),
      importReport(person, csv(names.toReversed())),
    ]);
    expect(reports[0].created + reports[1].created).toBe(20);
    expect(await aliasesOf(person)).toHaveLength(20);
  });

  it('names the line of a broken file', async () => {
    const person = await register('broken@example.com');
    const refusal = async (csv: string): Promise<unknown> => {
      const answer = await sendImport(person, csv);
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
      return (answer.body as { errors: { csv: string[] } }).errors.csv;
    };
    const head = 'alias,domain,forward_to\n';
    const good = 'a,kauke.test,x@example.org\n';
    expect(await refusal(`${head}${good}b,kauke.test\n`)).toEqual([
      'Line 3 has another number of fields than the header',
    ]);
    expect(await refusal(`${head}${good}${good}"b,kauke.test,x@example.org\n`)).toEqual([
      'Line 4 begins a quoted field that never ends',
    ]);
    expect(await refusal(`${head}b"c,kauke.test,x@example.org\n`)).toEqual(['Line 2 is not valid CSV']);
    expect(await refusal('name,email\na,b\n')).toEqual([
      'Line 1 must name the columns of an export of Kauke, SimpleLogin or addy.io, with commas, semicolons or tabs between them',
    ]);
    expect(await refusal('\n\n')).toEqual([
      'Line 1 must name the columns of an export of Kauke, SimpleLogin or addy.io, with commas, semicolons or tabs between them',
    ]);
    expect(await refusal(head + 'a,b,c\n'.repeat(10_001))).toEqual(['A file may hold at most 10000 rows']);
    expect(await aliasesOf(person)).toEqual([]);
  });

  it('asks for a domain that takes aliases, a sound body and a session', async () => {
    const person = await register('domain@example.com');
    const csv = 'alias,domain,forward_to\n';
    expect(await sendImport(person, csv, { domain: 'elsewhere.example' })).toMatchObject({
      status: 400,
      body: { errors: { domain: ['This domain is not available'] } },
    });
    expect(await sendImport(person, csv, { dryRun: 'yes' })).toMatchObject({ status: 400 });
    expect(await sendImport(person, csv, { more: 1 })).toMatchObject({ status: 400 });
    expect(await sendImport(person, '')).toMatchObject({ status: 400 });
    expect(await sendImport(person, 'x'.repeat(1024 * 1024))).toMatchObject({ status: 413 });
    expect(await importReport(person, csv)).toEqual({ dryRun: false, created: 0, skipped: 0, rows: [], domains: [] });
    const nobody = { visitor: createVisitor(test), userId: '' };
    expect(await sendImport(nobody, csv)).toMatchObject({ status: 401 });
  });
});
