import { generateKey } from 'openpgp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportReport } from '#contract/export.ts';
import type { User } from '#contract/sign-in.ts';
import { exportAliases } from '#core/accounts/export-alias-file.ts';
import { importAliases } from '#core/accounts/import/import-aliases.ts';
import { changeAliasSettings, getAliasSettings } from '#core/aliases/alias-settings.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { readTargetKey, setTargetKey } from '#core/targets/change-key.ts';
import { openTarget, selectTargets } from '#core/targets/target-views.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';
import { searchDatabase } from '#support/database-search.ts';
import { makeMailCertificate } from '#support/mail-certificate.ts';

const ip = '192.0.2.1';
let here: TestCore;
let there: TestCore;
let ann: User;
let moved: User;
beforeAll(async () => {
  [here, there] = await Promise.all([createTestCore(), createTestCore()]);
  ann = (await signUp(here.core, 'ann@home.example')).user;
  moved = (await signUp(there.core, 'ann@home.example')).user;
});
afterAll(() => Promise.all([here.drop(), there.drop()]));

function makeKey(email: string) {
  return generateKey({ userIDs: [{ email }], date: new Date(here.core.clock.now() - 60_000) });
}

/** The inboxes of an account, by address. */
async function targetsOf(test: TestCore, user: User): Promise<ReadonlyMap<string, string>> {
  const rows = await selectTargets(test.core.database.db).where('targets.userId', '=', user.id).execute();
  return new Map(rows.map((row) => [openTarget(test.core.keys, row).value, row.id]));
}

async function bring(csv: string, dryRun = false): Promise<ImportReport> {
  there.advance(3_600_000);
  return importAliases(there.core, { user: moved, ip }, { csv, domain: 'kauke.test', dryRun });
}

const header = 'alias,domain,forward_to,encryption_key,key_fingerprint,hide_subject,settings\r\n';
function rowOf(...cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`;
}

async function countEvents(test: TestCore, user: User): Promise<number> {
  const rows = await test.core.database.db
    .selectFrom('securityEvents')
    .select('id')
    .where('userId', '=', user.id)
    .execute();
  return rows.length;
}

describe('the file of an account', () => {
  it('takes keys of inboxes and settings of aliases along, and gives them back as they were', async () => {
    const { core } = here;
    const wish = { alias: 'shop', domain: 'kauke.test', forwardTo: 'pgp@inbox.example, cms@inbox.example' };
    const { id: aliasId } = await createAlias(core, wish, { ownerId: ann.id, askerId: ann.id, ip });
    await changeAliasSettings(
      core,
      { aliasId, userId: ann.id },
      { removeTrackers: true, unsubscribe: 'pause', cutThrough: false, fromName: 'Ann; Müller=2' },
    );
    const targets = await targetsOf(here, ann);
    const { publicKey } = await makeKey('pgp@inbox.example');
    const own = { targetId: targets.get('pgp@inbox.example') ?? '', userId: ann.id };
    const { key: set } = await setTargetKey(core, own, { publicKey, hideSubject: true }, async () => {});
    const { certificate } = await makeMailCertificate('cms@inbox.example', core.clock.now());
    const other = { targetId: targets.get('cms@inbox.example') ?? '', userId: ann.id };
    const { key: looked } = await setTargetKey(core, other, { certificate, dryRun: true }, async () => {});
    await setTargetKey(core, other, { certificate, fingerprint: looked.fingerprint }, async () => {});

    const csv = await exportAliases(core, ann.id);
    expect(csv).toContain(
      '"cut_through=false; remove_trackers=true; unsubscribe=pause; from_name=Ann%3B%20M%C3%BCller%3D2"',
    );
    const [before, known] = [await countEvents(there, moved), await targetsOf(there, moved)];
    const dry = await bring(csv, true);
    expect(dry.rows.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created']);
    expect(await targetsOf(there, moved)).toEqual(known);
    const report = await bring(csv);
    expect(report.rows.map(({ alias, outcome }) => `${alias} ${outcome}`).toSorted()).toEqual([
      'cms@inbox.example created',
      'pgp@inbox.example created',
      'shop@kauke.test created',
    ]);
    const arrived = await targetsOf(there, moved);
    const keyOf = (address: string) =>
      readTargetKey(there.core, { targetId: arrived.get(address) ?? '', userId: moved.id });
    expect(await keyOf('pgp@inbox.example')).toMatchObject({ fingerprint: set.fingerprint, hideSubject: true });
    expect(await keyOf('cms@inbox.example')).toMatchObject({ kind: 'smime', fingerprint: looked.fingerprint });
    // Whoever else gets in here is told, as by the form.
    expect(await countEvents(there, moved)).toBe(before + 2);
    const { id } = await there.core.database.db.selectFrom('aliases').select('id').executeTakeFirstOrThrow();
    expect(await getAliasSettings(there.core, { aliasId: id, userId: moved.id })).toEqual({
      ...(await getAliasSettings(core, { aliasId, userId: ann.id })),
    });
    const again = await bring(csv);
    expect(again.rows.map(({ outcome, message }) => [outcome, message])).toEqual([
      ['exists', 'This inbox has this key already'],
      ['exists', 'This inbox has this key already'],
      ['exists', 'This alias is yours already'],
    ]);
  });

  it('is told row by row which keys cannot be used, and none of them is stored', async () => {
    const { publicKey, privateKey } = await makeKey('ann@inbox.example');
    const { certificate, key } = await makeMailCertificate('ann@inbox.example', there.core.clock.now());
    const inbox = 'ann@inbox.example';
    const csv = [
      header,
      rowOf('*', '', inbox, privateKey, '', '', ''),
      rowOf('*', '', inbox, `${certificate}${key}`, '', '', ''),
      rowOf('*', '', inbox, certificate, '', '', ''),
      rowOf('*', '', 'bob@inbox.example', publicKey, '', '', ''),
      rowOf('*', '', inbox, publicKey, 'AA'.repeat(20), '', ''),
      rowOf('*', '', `${inbox}, bob@inbox.example`, publicKey, '', '', ''),
      rowOf('*', '', 'https://hooks.example/x', publicKey, '', '', ''),
      rowOf('*', '', inbox, 'x', '', '', ''),
      rowOf('odd', 'kauke.test', inbox, '', '', '', 'transparent=perhaps'),
    ].join('');
    const before = await countEvents(there, moved);
    const { rows } = await bring(csv);
    expect(rows.map(({ outcome }) => outcome)).toEqual(rows.map(() => 'invalid'));
    expect(rows.map(({ message }) => message)).toEqual([
      expect.stringMatching(/private key\. It was not stored/),
      expect.stringMatching(/private key\. It was not stored/),
      expect.stringMatching(/signed by itself/),
      expect.stringMatching(/names another address/),
      expect.stringMatching(/another key/),
      'A key needs the one inbox that it is for',
      expect.any(String),
      expect.stringMatching(/not an OpenPGP public key/),
      expect.stringMatching(/settings cannot be read/),
    ]);
    expect(await countEvents(there, moved)).toBe(before);
    expect((await targetsOf(there, moved)).has(inbox)).toBe(false);
    const secret = Buffer.from(privateKey.split('\n').slice(3, 6).join(''), 'base64');
    expect(await searchDatabase(there.core.database, [secret])).toEqual([]);
  });

  it('leaves a key that an inbox has', async () => {
    const inbox = 'pgp@inbox.example';
    const { publicKey } = await makeKey(inbox);
    const { rows } = await bring(header + rowOf('*', '', inbox, publicKey, '', '', ''));
    expect(rows).toMatchObject([{ outcome: 'exists', message: 'This inbox has another key already, which stays' }]);
  });
});
