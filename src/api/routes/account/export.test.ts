import { describe, expect, it } from 'vitest';
import { aliasesResponseSchema, type Alias } from '#contract/aliases.ts';
import { accountExportSchema, type AccountExport } from '#contract/export.ts';
import { recordAbuseReport } from '#core/operator/abuse-reports.ts';
import { addPasskey, createTestPasskey } from '#support/authenticator.ts';
import { createVisitor } from '#support/api.ts';
import { dayMs } from '#support/core.ts';
import { useApi, type Person } from '#support/use-api.ts';

const test = useApi(dayMs);

const { register } = test;
async function addAlias({ visitor, userId }: Person, alias: string, more: object = {}): Promise<void> {
  const input = { alias, domain: 'kauke.test', forwardTo: 'box@example.org', ...more };
  expect(await visitor.send('POST', `/api/aliases/${userId}`, input)).toMatchObject({ status: 201 });
}
async function aliasesOf({ visitor, userId }: Person): Promise<Alias[]> {
  return aliasesResponseSchema.parse((await visitor.send('GET', `/api/aliases/${userId}`)).body).aliases;
}

function camelCase(name: string): string {
  return name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** `elsewhere`: columns that are secrets, hashes or owners, or that the export holds opened or under another name. */
function exportedTables(exported: AccountExport): { table: string; held: object; elsewhere: string }[] {
  return [
    {
      table: 'users',
      held: exported.account,
      elsewhere:
        'decision defaultDomainId emailHash emailSealed firstNameSealed googleIdHash googleIdSealed heldDigestOn lastNameSealed leavingAt ' +
        'passkeyFactorAt passwordHash profileImageUrlSealed suspended suspendedAt suspensionReasonSealed ' +
        'totpEnabledAt totpLastStep totpSecretSealed ' +
        'unconfirmedSince waitingSince waitingTold walletAddressHash walletAddressSealed',
    },
    {
      table: 'passkeys',
      held: exported.passkeys[0] ?? {},
      elsewhere: 'backupEligible counter credentialHash credentialSealed nameSealed userId',
    },
    { table: 'sessions', held: exported.sessions[0] ?? {}, elsewhere: 'deviceSealed tokenHash userId' },
    {
      table: 'aliases',
      held: exported.aliases[0] ?? {},
      elsewhere:
        'binEndsAt binnedAt domainId expectedSenders fromNameSealed localPart notesSealed number otherSender otherSenderOn',
    },
    {
      table: 'targets',
      held: exported.targets[0] ?? {},
      elsewhere: 'encryptionKeySealed fullSenders previousSecretSealed secretSealed userId valueHash valueSealed',
    },
    {
      table: 'smtp_credentials',
      held: { ...exported.smtpCredentials[0], ...exported.accountSmtpCredentials[0] },
      elsewhere: 'atProvider passwordHash userId',
    },
    { table: 'api_keys', held: exported.apiKeys[0] ?? {}, elsewhere: 'keyHash userId' },
    { table: 'sender_rules', held: exported.senderRules[0] ?? {}, elsewhere: 'aliasId matchHash matchSealed userId' },
    { table: 'abuse_reports', held: exported.complaints[0] ?? {}, elsewhere: 'id userId' },
    {
      table: 'secret_links',
      held: { ...exported.mailedLinks[0], kind: exported.mailedLinks[0]?.purpose },
      elsewhere:
        'aliasId domainId id makesOperator proofHash role sealed targetId tokenHash userId usesLeft withAliases',
    },
    {
      table: 'rate_limits',
      held: exported.rateLimits[0] ?? {},
      elsewhere: 'actionType id ipAddress subjectHash userId',
    },
  ];
}

describe('an export', () => {
  it('holds everything stored about the account and no secret', async () => {
    const person = await register('whole@example.com');
    await addAlias(person, 'whole', { notes: 'shoes' });
    const [alias] = await aliasesOf(person);
    await person.visitor.send('POST', '/api/smtp-credentials', { aliasId: alias?.id });
    await person.visitor.send('POST', '/api/account/smtp-credentials');
    await addAlias(person, 'binned');
    const binned = (await aliasesOf(person)).find((one) => one.id !== alias?.id);
    await person.visitor.send('DELETE', `/api/aliases/${binned?.id}`);
    const rule = { scope: { aliasId: alias?.id }, match: '@rival.example', action: 'block' };
    await person.visitor.send('POST', '/api/sender-rules', rule);
    await person.visitor.send('POST', `/api/aliases/${alias?.id}/offer`);
    const answer = await person.visitor.send('GET', '/api/account/export');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="kauke-account.json"');
    const exported = accountExportSchema.parse(answer.body);
    expect(exported).toEqual(answer.body);
    expect(exported.account).toMatchObject({ id: person.userId, email: 'whole@example.com', balance: '0.00' });
    expect(exported.aliases).toMatchObject([alias ?? {}]);
    expect(exported.bin).toMatchObject([{ ...binned, binnedAt: expect.any(String) }]);
    expect(exported.changes).toMatchObject([{ kind: 'deleted', of: 'binned@kauke.test' }]);
    expect(exported.targets.map((target) => target.value).sort()).toEqual(['box@example.org', 'whole@example.com']);
    expect(exported.sessions).toHaveLength(1);
    expect(exported.smtpCredentials).toMatchObject([{ username: 'whole@kauke.test', aliasId: alias?.id }]);
    expect(exported.accountSmtpCredentials).toMatchObject([{ username: expect.any(String), domain: null }]);
    expect(exported.mailedLinks).toHaveLength(2);
    expect(exported.offers).toMatchObject([{ name: 'whole@kauke.test', withAliases: false }]);
    expect(exported.rateLimits.map((limit) => limit.action)).toContain('alias_creation');
    expect(exported).toMatchObject({ waitingMail: [], contacts: 0 });
    expect(exported.notListed.join(' ')).toContain('Addresses you gave up');
    expect(JSON.stringify({ ...exported, notListed: [] })).not.toMatch(/hash|token|argon2|sealed"/i);
  });

  it('holds every column of what an account owns, under its name, or is known to leave it out', async () => {
    const person = await register('columns@example.com');
    await addAlias(person, 'columns');
    const [alias] = await aliasesOf(person);
    await person.visitor.send('POST', '/api/smtp-credentials', { aliasId: alias?.id });
    await person.visitor.send('POST', '/api/account/smtp-credentials');
    await person.visitor.send('POST', '/api/api-keys', { name: 'columns' });
    expect(await addPasskey(person.visitor, createTestPasskey())).toMatchObject({ status: 200 });
    const rule = { scope: { aliasId: alias?.id }, match: '@rival.example', action: 'block' };
    await person.visitor.send('POST', '/api/sender-rules', rule);
    await recordAbuseReport(test.core, { userId: person.userId, kind: 'named' });
    const exported = accountExportSchema.parse((await person.visitor.send('GET', '/api/account/export')).body);
    const { rows } = await test.core.database.pool.query<{ table: string; name: string }>(
      `select table_name as table, column_name as name from information_schema.columns where table_schema = 'public'`,
    );
    for (const { table, held, elsewhere } of exportedTables(exported)) {
      const columns = rows.filter((row) => row.table === table).map(({ name }) => camelCase(name));
      expect(columns.length).toBeGreaterThan(0);
      expect(columns.filter((name) => !(name in held)).sort()).toEqual(elsewhere.split(' ').sort());
    }
  });

  it('comes as CSV, quoted, without formulas', async () => {
    const person = await register('csv@example.com');
    await addAlias(person, 'csv-two', { notes: '=1+1, "so"', forwardTo: 'b@example.org, a@example.org' });
    const answer = await person.visitor.send('GET', '/api/account/export?format=csv');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="kauke-aliases.csv"');
    const createdAt = new Date(test.core.clock.now()).toISOString();
    expect(answer.body).toBe(
      '"alias","domain","forward_to","notes","active","created_at","labels","expires_at","messages_left","idle_days","sender_rules","copy_replies","catch_all","domain_rules","hold_days","settings","encryption_key","key_fingerprint","hide_subject","held_digest","count_mail","choices"\r\n' +
        `"csv-two","kauke.test","b@example.org, a@example.org","'=1+1, ""so""","true","${createdAt}",,,,,,,,,,,,,,,,\r\n`,
    );
  });

  it('is limited, takes no other format and asks for a session', async () => {
    const { visitor } = await register('often@example.com');
    expect(await visitor.send('GET', '/api/account/export?format=xml')).toMatchObject({ status: 400 });
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await visitor.send('GET', '/api/account/export')).toMatchObject({ status: 200 });
    }
    expect(await visitor.send('GET', '/api/account/export?format=csv')).toMatchObject({ status: 429 });
    expect(await createVisitor(test).send('GET', '/api/account/export')).toMatchObject({ status: 401 });
  });
});
