import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  runAccountDelete,
  runAccountFind,
  runAccountQuota,
  runAccountResume,
  runAccountSuspend,
  runOperatorAdd,
  runOperatorList,
  runOperatorRemove,
  runRecoveryLink,
} from '#cli/operator/account.ts';
import { runOperatorLog } from '#cli/operator/journal.ts';
import { withOperator } from '#cli/operator/with-operator.ts';
import { readJournal, recordLook } from '#core/operator-journal.ts';
import { reverseAddress, reverseToken, makeBounceAddress } from '#mail/recipient/address-forms.ts';
import { createContactStore } from '#mail/recipient/contact-store.ts';
import { systemClock } from '#platform/clock.ts';
import { createVisitor } from '#support/api.ts';
import { printCommand } from '#support/print-command.ts';
import { signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';

const email = 'ann@home.example';
const password = 'correct horse battery';

let service: RunningService;
let ann: Owner;
let aheadMs = 0;

beforeAll(async () => {
  service = await startService({ TARGET_CONFIRMATION: 'off' }, { clock: { now: () => systemClock.now() + aheadMs } });
  ann = await signUpOwner(service, email);
  await ann.createAlias('shop', [email]);
});
afterAll(() => service.stop());

const find = (who: string) => printCommand(service, runAccountFind, who);
const list = () => printCommand(service, (command, _none, print) => runOperatorList(command, print), null);

function signIn() {
  return createVisitor({ url: service.program.publicUrl }).send('POST', '/api/auth/login', { email, password });
}

/** The addresses of ours that may stand in a complaint about ann. */
function complainedOf(): Promise<string[]> {
  return withOperator(service.command, async ({ database, keys, clock, random }) => {
    const { id: aliasId, number } = await database.db
      .selectFrom('aliases')
      .select(['id', 'number'])
      .executeTakeFirstOrThrow();
    const alias = 'shop@kauke.test';
    const correspondent = 'bob@sender.example';
    const token = reverseToken(keys, { userId: ann.id, aliasAddress: alias, correspondent });
    const contacts = createContactStore({ database, keys, clock, random, knownMax: 10 });
    await contacts.store(aliasId, [{ token, correspondent }]);
    const bounce = makeBounceAddress(keys, { id: number, alias, now: new Date(clock.now()), of: 'sent' });
    const reverse = (['equals', 'plain'] as const).map((spelling) => reverseAddress(token, 'kauke.test', spelling));
    return [alias, 'SHOP+tag@kauke.test', ...reverse, bounce];
  });
}

describe('account find', () => {
  it('leads from an email, an id and every address in a complaint to one account, and tells numbers alone', async () => {
    const byEmail = await find('Ann@Home.example');
    expect(byEmail).toMatch(
      new RegExp(`^Account  ${ann.id}\\nSince    20.*\\nState    in order\\nHas      1 aliases, 0 in `),
    );
    expect(byEmail).not.toMatch(/shop|@/);
    for (const who of [ann.id, ann.id.slice(0, 8).toUpperCase(), ...(await complainedOf())])
      expect(await find(who)).toBe(byEmail);
    for (const who of [
      'nobody@home.example',
      'nobody@kauke.test',
      'x',
      ann.id.slice(0, 7),
      `${ann.id}0`,
      `b=${'a'.repeat(44)}@kauke.test`,
    ]) {
      await expect(find(who)).rejects.toThrow('Not found');
    }
  });
});

describe('account suspend and resume', () => {
  it('say what they did, and refuse what they cannot read', async () => {
    const suspend = (...words: string[]) => printCommand(service, runAccountSuspend, words);
    await expect(suspend(email, 'some', 'Spam')).rejects.toThrow('SCOPE: got "some"; takes sending or all.');
    await expect(suspend(email, 'all', '  ')).rejects.toThrow('REASON takes 1 to 1000 characters');
    expect(await suspend(email, 'sending', 'Complaints of spam')).toMatch(/^Sending of account .* is suspended;/);
    expect(await find(email)).toMatch(/^State {4}suspended \(sending\) since .*: Complaints of spam$/mu);
    expect(await printCommand(service, runAccountResume, email)).toMatch(/is as before/);
    await expect(printCommand(service, runAccountResume, email)).rejects.toThrow('This account is not suspended.');
  });
});

describe('account quota', () => {
  it('says how many aliases the account may have', async () => {
    const setQuota = (text: string) => printCommand(service, runAccountQuota, [email, text]);
    await expect(setQuota('many')).rejects.toThrow('NUMBER: got "many"; takes default, or a number');
    expect(await setQuota('1')).toMatch(/may have 1 aliases/);
    expect(await find(email)).toContain('1 aliases of 1');
    await expect(ann.createAlias('more', [email])).rejects.toThrow('too_many_aliases');
    expect(await setQuota('default')).toMatch(/as many aliases as the settings say/);
    await ann.createAlias('more', [email]);
  });
});

describe('account recovery-link', () => {
  it('works after 72 hours, when every inbox of the account has been told; a lock ends it', async () => {
    const token = /\/reset#(\S+)$/mu.exec(await printCommand(service, runRecoveryLink, email))?.[1] ?? '';
    const events = async () => (await ann.send('GET', '/api/account/security')).body;
    expect(JSON.stringify(await events())).toMatch(/"events":\[\{[^}]*"kind":"recovery_link_made"/u);
    const visitor = createVisitor({ url: service.program.publicUrl });
    const reset = (newPassword: string) =>
      visitor.send('POST', '/api/auth/password/reset', { token, password: newPassword });
    expect(await reset('another horse battery')).toMatchObject({ status: 410, body: { code: 'link_unusable' } });
    aheadMs += 73 * 60 * 60 * 1000;
    expect((await reset('another horse battery')).status).toBe(200);
    expect((await signIn()).status).toBe(401);
  });
});

describe('operator add, list and remove', () => {
  it('name accounts that may open the page', async () => {
    expect(await list()).toBe('None. Name one: npm run kauke -- operator add EMAIL');
    expect(await printCommand(service, runOperatorAdd, email)).toMatch(/may now open \/operator/);
    expect(await printCommand(service, runOperatorAdd, email)).toMatch(/may already open/);
    expect(await list()).toMatch(new RegExp(`^${ann.id} since `));
    expect(await find(email)).toContain(', an operator');
    expect(await printCommand(service, runOperatorRemove, email)).toMatch(/is no operator any more/);
    expect(await printCommand(service, runOperatorRemove, email)).toMatch(/is none of the operators/);
  });
});

describe('account delete', () => {
  it('lets the account leave for seven days, and its owner come back only when it is resumed', async () => {
    expect(await printCommand(service, runAccountDelete, [email, 'Spam'])).toMatch(/will be erased in seven days/);
    expect(await find(email)).toMatch(/^State {4}suspended \(all\) since .*: Spam; deleted, erased on 20/mu);
    const visitor = createVisitor({ url: service.program.publicUrl });
    const login = { email, password: 'another horse battery' };
    expect((await visitor.send('POST', '/api/auth/login', login)).status).toBe(200);
    expect(await visitor.send('POST', '/api/account/restore')).toMatchObject({ body: { code: 'account_suspended' } });
    await printCommand(service, runAccountResume, email);
    expect((await visitor.send('POST', '/api/account/restore')).status).toBe(200);
  });
});

describe('the list of what operators did', () => {
  it('holds every look and act, found or not, and nothing that was asked for', async () => {
    const text = await printCommand(
      service,
      (command, _none, print) => runOperatorLog(command, undefined, print),
      null,
    );
    expect(text).toMatch(/^ {5}1 {2}[\da-f]{8} {2}\S+Z {2}command {2}account found \S+$/mu);
    expect(text).toContain('account not found');
    expect(text).toContain(`account suspended ${ann.id} sending "Complaints of spam"`);
    expect(text).toContain(`quota set ${ann.id} 1\n`);
    expect(text).toContain(`quota set ${ann.id} default\n`);
    expect(text).toMatch(/ entries, an unbroken chain$/u);
    expect(text).not.toContain('@');
  });

  it('shows by the mark of an entry that its end was cut off and another one grew', async () => {
    const newest = () =>
      withOperator(service.command, async (context) => {
        const { entries, brokenAt } = await readJournal(context, 1);
        return { number: entries[0]?.number, mark: entries[0]?.mark, brokenAt };
      });
    const noted = await newest();
    await withOperator(service.command, async (context) => {
      const { pool } = context.database;
      await pool.query('alter table operator_log disable trigger operator_log_grows');
      await pool.query('delete from operator_log where number = $1', [noted.number]);
      await pool.query('alter table operator_log enable trigger operator_log_grows');
      await recordLook(context, { by: 'command', act: 'health_seen' });
    });
    const after = await newest();
    expect(after).toMatchObject({ number: noted.number, brokenAt: null });
    expect(after.mark).not.toBe(noted.mark);
  });

  it('is shortened and changed by nobody; what a superuser forces shows', async () => {
    await withOperator(service.command, async (context) => {
      const { pool } = context.database;
      for (const statement of [
        'delete from operator_log',
        'truncate operator_log',
        `update operator_log set at = now() where number = 1`,
      ]) {
        await expect(pool.query(statement)).rejects.toThrow('operator_log only grows');
      }
      expect((await readJournal(context, 1000)).entries.length).toBeGreaterThan(15);
      await pool.query('alter table operator_log disable trigger operator_log_grows');
      await pool.query(`update operator_log set entry_sealed = sha256('x') where number = 5`);
    });
    const lines: string[] = [];
    const log = () => runOperatorLog(service.command, undefined, (line) => lines.push(line));
    await expect(log()).rejects.toThrow('The list was tampered with at entry 5.');
    expect(lines[0]).toMatch(/^ {5}1 /);
    expect(lines.filter((line) => /^ {5}5 /.test(line))).toEqual([]);
    await withOperator(service.command, ({ database }) =>
      database.pool.query('delete from operator_log where number = 3'),
    );
    await expect(log()).rejects.toThrow('The list was tampered with at entry 3.');
  });
});
