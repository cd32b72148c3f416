import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Alias } from '#contract/aliases.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { listAliases } from '#core/aliases/list-aliases.ts';
import { confirmTarget, stopTarget } from '#core/confirmation/confirm-target.ts';
import { readOneTimeLink, removeOldLinks } from '#core/confirmation/one-time-links.ts';
import { listTargets } from '#core/targets/target-views.ts';
import { lockAccount } from '#core/user-row.ts';
import { renderMail } from '#core/render-mail.ts';
import { accountMails } from '#messages/server/mails.ts';
import { createTestCore, dayMs, eraseAccount, signUp, tokenOf, type TestCore } from '#support/core.ts';

let test: TestCore;
let ann: string;

beforeEach(async () => {
  test = await createTestCore();
  ann = (await signUp(test.core, 'ann@example.com')).user.id;
});
afterEach(() => test.drop());

let aliasCount = 0;
function forward(userId: string, forwardTo: string, ip = '192.0.2.1'): Promise<Alias> {
  aliasCount += 1;
  const input = { alias: `alias${aliasCount}`, domain: 'kauke.test', forwardTo };
  return createAlias(test.core, input, { ownerId: userId, askerId: userId, ip });
}
function mailsTo(recipient: string) {
  return test.mails.filter((mail) => mail.recipient === recipient);
}
function lastToken(recipient: string): string {
  return tokenOf(mailsTo(recipient).at(-1));
}
async function stateOf(userId: string): Promise<string | undefined> {
  return (await listAliases(test.core, userId, userId))[0]?.targets[0]?.state;
}
async function stateOfTargets(userId: string): Promise<string[]> {
  return (await listTargets(test.core, userId)).map(({ state }) => state);
}
async function verifiedAt(): Promise<Date | null> {
  return (
    await test.core.database.db
      .selectFrom('users')
      .select('emailVerifiedAt')
      .where('id', '=', ann)
      .executeTakeFirstOrThrow()
  ).emailVerifiedAt;
}
const whoWaits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
function confirmationMail(link: string) {
  return renderMail(accountMails.confirmInbox(link, 7 * dayMs));
}
const unusable = { code: 'link_unusable' };

describe('the confirmation mail', () => {
  it('holds the link in text and HTML and nothing the requester chose', async () => {
    await forward(ann, 'box@example.org');
    const [mail] = mailsTo('box@example.org');
    const link = `http://localhost:3000/confirm#${lastToken('box@example.org')}`;
    expect(mail).toMatchObject({ recipient: 'box@example.org', userId: ann, ...confirmationMail(link) });
    expect(mail?.text).toContain('open this link within 7 days and confirm');
    expect(mail?.text).toContain(link);
    expect(mail?.html).toContain(`<a href="${link}">`);
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/ann@|alias\d|box@/);
  });

  it('escapes what stands in the HTML', () => {
    expect(confirmationMail('https://x/?a=1&b="<').html).toContain('href="https://x/?a=1&amp;b=&quot;&lt;"');
  });

  it('goes out once for an address that several aliases use, and again when asked for later', async () => {
    await forward(ann, 'box@example.org');
    await forward(ann, 'box@example.org');
    expect(mailsTo('box@example.org')).toHaveLength(1);
    test.advance(3_600_001);
    await forward(ann, 'box@example.org');
    expect(mailsTo('box@example.org')).toHaveLength(2);
  });

  it('goes to one address at most 3 times a day and 10 times in 90 days, over all accounts', async () => {
    const users = [ann];
    for (let index = 0; index < 4; index += 1) {
      users.push((await signUp(test.core, `user${index}@example.com`, `198.51.100.${index}`)).user.id);
    }
    for (const user of users) await forward(user, 'victim@example.org');
    expect(mailsTo('victim@example.org')).toHaveLength(3);
    for (let day = 0; day < 4; day += 1) {
      test.advance(dayMs);
      for (const user of users) await forward(user, 'victim@example.org');
    }
    expect(mailsTo('victim@example.org')).toHaveLength(10);
    expect(await stateOf(ann)).toBe('pending');
    test.advance(86 * dayMs);
    await forward(ann, 'victim@example.org');
    expect(mailsTo('victim@example.org')).toHaveLength(11);
  });

  it('still goes to those who register with an address that strangers have asked too often', async () => {
    for (const [index, day] of [0, 1, 2, 3].entries()) {
      if (day > 0) test.advance(dayMs);
      const throwaways = [0, 1, 2].map((each) => `stranger${index}${each}@example.com`);
      for (const [each, email] of throwaways.entries()) {
        const { user } = await signUp(test.core, email, `198.51.${index}.${each}`);
        await forward(user.id, 'victim@example.org', `198.51.${index}.${each}`);
      }
    }
    expect(mailsTo('victim@example.org')).toHaveLength(10);
    const victim = await signUp(test.core, 'victim@example.org', '203.0.113.1');
    expect(mailsTo('victim@example.org')).toHaveLength(11);
    await confirmTarget(test.core, lastToken('victim@example.org'), victim.user.id);
    expect(await stateOfTargets(victim.user.id)).toEqual(['confirmed']);
  });

  it('goes to the own email of accounts at most 10 times a day, however often one is made and deleted', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { user } = await signUp(test.core, 'bombed@example.org', `198.51.100.${round}`);
      await eraseAccount(test.core, user.id);
    }
    expect(mailsTo('bombed@example.org')).toHaveLength(10);
    test.advance(dayMs);
    await signUp(test.core, 'bombed@example.org', '203.0.113.2');
    expect(mailsTo('bombed@example.org')).toHaveLength(11);
  });

  it('is sent at most 20 times a day for one account', async () => {
    const list = (from: number): string => Array.from({ length: 15 }, (_, i) => `t${from + i}@example.org`).join(',');
    await forward(ann, list(0));
    const alias = await forward(ann, list(15));
    expect(alias.targets).toHaveLength(15);
    expect(test.mails).toHaveLength(20);
  });

  it('is sent at most 50 times a day from one network', async () => {
    for (let user = 0; user < 4; user += 1) {
      const {
        user: { id },
      } = await signUp(test.core, `n${user}@example.com`, `203.0.113.${user}`);
      await forward(id, Array.from({ length: 15 }, (_, i) => `n${user}x${i}@example.org`).join(','), '192.0.2.99');
    }
    expect(test.mails.filter((mail) => mail.recipient.endsWith('@example.org'))).toHaveLength(50);
  });

  it('that cannot be queued leaves the alias made and the address free to be asked again', async () => {
    const mailer = { send: () => Promise.reject(new Error('queue full')) };
    const input = { alias: 'unlucky', domain: 'kauke.test', forwardTo: 'box@example.org' };
    const creator = { ownerId: ann, askerId: ann, ip: '192.0.2.1' };
    expect((await createAlias({ ...test.core, mailer }, input, creator)).targets).toMatchObject([{ state: 'pending' }]);
    expect(test.logLines.join('')).toContain('confirmation_mail_failed');
    expect(test.logLines.join('')).not.toContain('box@example.org');
    await forward(ann, 'box@example.org');
    expect(mailsTo('box@example.org')).toHaveLength(1);
  });
});

describe('a mailed link', () => {
  it('tells which account asks for which inbox, by name once that is proved', async () => {
    await forward(ann, 'Box@example.org');
    const asked = { state: 'pending', address: 'Box@example.org' };
    const read = () => readOneTimeLink(test.core, lastToken('Box@example.org'));
    expect(await read()).toEqual({ ...asked, account: 'a Kauke account' });
    await confirmTarget(test.core, lastToken('ann@example.com'), ann);
    expect(await read()).toEqual({ ...asked, account: 'ann@example.com' });
  });

  it('confirms the inbox for all aliases of the account, once', async () => {
    await forward(ann, 'box@example.org');
    await forward(ann, 'box@example.org');
    const token = lastToken('box@example.org');
    await confirmTarget(test.core, token, null);
    const states = (await listAliases(test.core, ann, ann)).map((alias) => alias.targets[0]?.state);
    expect(states).toEqual(['confirmed', 'confirmed']);
    await expect(confirmTarget(test.core, token, null)).rejects.toMatchObject(unusable);
    expect(await readOneTimeLink(test.core, token)).toMatchObject({ state: 'confirmed' });
    await forward(ann, 'box@example.org');
    expect(mailsTo('box@example.org')).toHaveLength(1);
  });

  it('lets one of two clicks at once win', async () => {
    await forward(ann, 'box@example.org');
    const token = lastToken('box@example.org');
    const clicks = await Promise.allSettled([
      confirmTarget(test.core, token, null),
      confirmTarget(test.core, token, null),
    ]);
    expect(clicks.map((click) => click.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(clicks.find((click) => click.status === 'rejected')?.reason).toMatchObject(unusable);
  });

  it('expires after 7 days unused, and stays readable once used', async () => {
    await forward(ann, 'box@example.org,used@example.org');
    const [unused, used] = [lastToken('box@example.org'), lastToken('used@example.org')];
    await confirmTarget(test.core, used, null);
    test.advance(7 * dayMs - 1);
    expect(await readOneTimeLink(test.core, unused)).toMatchObject({ state: 'pending' });
    test.advance(1);
    for (const operate of [readOneTimeLink, stopTarget])
      await expect(operate(test.core, unused)).rejects.toMatchObject(unusable);
    await expect(confirmTarget(test.core, unused, null)).rejects.toMatchObject(unusable);
    await removeOldLinks(test.core);
    expect(await test.core.database.db.selectFrom('secretLinks').select('usedAt').execute()).toHaveLength(1);
    expect(await readOneTimeLink(test.core, used)).toMatchObject({ state: 'confirmed' });
  });

  it.each(['', 'x', 'A'.repeat(43), `${'A'.repeat(43)}=`])('%j opens nothing', async (token) => {
    await expect(readOneTimeLink(test.core, token)).rejects.toMatchObject(unusable);
    await expect(confirmTarget(test.core, token, ann)).rejects.toMatchObject(unusable);
    await expect(stopTarget(test.core, token)).rejects.toMatchObject(unusable);
  });

  it('is stored as a hash only', async () => {
    const token = lastToken('ann@example.com');
    const rows = await test.core.database.db.selectFrom('secretLinks').select('tokenHash').execute();
    for (const row of rows) expect(row.tokenHash).not.toEqual(Buffer.from(token, 'base64url'));
  });
});

describe("the account's email", () => {
  it('is verified by a click in a session of that account', async () => {
    await confirmTarget(test.core, lastToken('ann@example.com'), ann);
    expect(await verifiedAt()).toEqual(new Date(test.core.clock.now()));
  });

  it.each([
    ['without a session', () => null],
    ['in the session of another account', async () => (await signUp(test.core, 'eve@example.com')).user.id],
  ])('is not verified by a click %s, which only confirms the inbox', async (_, visitor) => {
    await confirmTarget(test.core, lastToken('ann@example.com'), await visitor());
    expect(await verifiedAt()).toBeNull();
    await forward(ann, 'ann@example.com');
    expect(await stateOf(ann)).toBe('confirmed');
  });

  it('is not verified by a click while it leaves the account, so that the next one would count as proven', async () => {
    const token = lastToken('ann@example.com');
    let click: Promise<void> | undefined;
    await test.core.database.db.transaction().execute(async (transaction) => {
      await lockAccount(transaction, ann);
      click = confirmTarget(test.core, token, ann);
      await expect.poll(async () => (await test.core.database.pool.query(whoWaits)).rowCount).toBe(1);
      const noEmail = { emailSealed: null, emailHash: null, passwordHash: null };
      await transaction.updateTable('users').set(noEmail).where('id', '=', ann).execute();
    });
    await click;
    expect(await verifiedAt()).toBeNull();
  });

  it('is not verified by confirming another inbox', async () => {
    await forward(ann, 'box@example.org');
    await confirmTarget(test.core, lastToken('box@example.org'), ann);
    expect(await verifiedAt()).toBeNull();
  });
});

describe('"this was not me"', () => {
  it('stops the address for every account, now and later, and it is never asked again', async () => {
    const { user } = await signUp(test.core, 'eve@example.com');
    await forward(ann, 'box@example.org');
    await confirmTarget(test.core, lastToken('box@example.org'), null);
    await forward(user.id, 'Box@example.org');
    const evesToken = lastToken('Box@example.org');
    await stopTarget(test.core, evesToken);
    await stopTarget(test.core, evesToken);
    expect([await stateOf(ann), await stateOf(user.id)]).toEqual(['stopped', 'stopped']);
    const targets = await test.core.database.db.selectFrom('targets').select('confirmedAt').execute();
    expect(targets.every((target) => target.confirmedAt === null)).toBe(true);
    expect(await readOneTimeLink(test.core, evesToken)).toMatchObject({ state: 'stopped' });
    await expect(confirmTarget(test.core, evesToken, user.id)).rejects.toMatchObject(unusable);
    const { user: late } = await signUp(test.core, 'late@example.com');
    const alias = await forward(late.id, 'BOX@example.org');
    expect(alias.targets).toMatchObject([{ state: 'stopped' }]);
    expect(mailsTo('BOX@example.org')).toHaveLength(0);
  });

  it('wins against a confirmation at the same moment', async () => {
    await forward(ann, 'box@example.org');
    const token = lastToken('box@example.org');
    await Promise.allSettled([confirmTarget(test.core, token, null), stopTarget(test.core, token)]);
    expect(await stateOf(ann)).toBe('stopped');
    const targets = await test.core.database.db.selectFrom('targets').select('confirmedAt').execute();
    expect(targets.every((target) => target.confirmedAt === null)).toBe(true);
  });
});

describe('without confirmation', () => {
  it('a target is confirmed at once, but not one that was stopped, and no mail is sent', async () => {
    await forward(ann, 'box@example.org,stopped@example.org');
    await stopTarget(test.core, lastToken('stopped@example.org'));
    const sent = test.mails.length;
    const settings = { ...test.core.settings, targetConfirmation: 'off' as const };
    const input = {
      alias: 'open',
      domain: 'kauke.test',
      forwardTo: 'box@example.org,stopped@example.org,new@example.org',
    };
    const alias = await createAlias({ ...test.core, settings }, input, { ownerId: ann, askerId: ann, ip: '192.0.2.1' });
    expect(alias.targets.map((target) => target.state)).toEqual(['confirmed', 'stopped', 'confirmed']);
    expect(test.mails).toHaveLength(sent);
  });
});
