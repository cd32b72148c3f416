import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordSecurityEvent, type SecurityEvent } from '#core/security/security-events.ts';
import { readSecurity, removeOldSecurityEvents } from '#core/security/read-security.ts';
import { sendNotices } from '#core/notices/send-notices.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { updateAlias } from '#core/aliases/update-alias.ts';
import { addTarget } from '#support/add-target.ts';
import { createTestCore, dayMs, signUp, tokenOf, type TestCore } from '#support/core.ts';
import { searchDatabase } from '#support/database-search.ts';

let test: TestCore;
let userId: string;
let formerId: string;
beforeEach(async () => {
  test = await createTestCore();
  const { user } = await signUp(test.core, 'ann@example.com');
  userId = user.id;
  formerId = await addTarget(test.core, { userId, target: 'box@example.org', confirmed: true });
  await addTarget(test.core, { userId, target: 'other@example.net', confirmed: true });
});
afterEach(() => test.drop());

function record(event: SecurityEvent): Promise<void> {
  return recordSecurityEvent(test.core.database.db, test.core, userId, event);
}

async function makeAlias(name: string): Promise<string> {
  const input = { alias: name, domain: 'kauke.test', forwardTo: 'box@example.org' };
  return (await createAlias(test.core, input, { ownerId: userId, askerId: userId, ip: '192.0.2.1' })).id;
}

/** Lets time pass, and returns what was mailed then. */
async function mailsAfter(ms: number) {
  const before = test.mails.length;
  test.advance(ms);
  await sendNotices(test.core);
  return test.mails.slice(before).toSorted((one, other) => one.recipient.localeCompare(other.recipient));
}

const minuteMs = 60_000;
const recipients = (mails: readonly { readonly recipient: string }[]) => mails.map(({ recipient }) => recipient);

describe('a security mail', () => {
  it('says what happened, in these words', async () => {
    const aliasId = await makeAlias('shop');
    const events: SecurityEvent[] = [
      { kind: 'password_changed' },
      { kind: 'method_added', method: 'passkey' },
      { kind: 'method_removed', method: 'google' },
      { kind: 'second_factor_on' },
      { kind: 'second_factor_off' },
      { kind: 'key_made', name: 'Backup', scope: 'all' },
      { kind: 'credential_made', aliasId },
      { kind: 'account_credential_made', scope: 'all' },
      { kind: 'account_credential_made', scope: 'domain', name: 'own.example' },
      { kind: 'new_device', device: 'Firefox on Linux' },
      { kind: 'five_failures' },
      { kind: 'data_exported' },
      { kind: 'alias_sent_elsewhere', aliasId, formerTargetIds: [formerId] },
      { kind: 'inbox_key_set' },
      { kind: 'inbox_subject_hidden' },
      { kind: 'inbox_subject_shown' },
      { kind: 'inbox_key_removed' },
      { kind: 'alias_in_clear', aliasId },
      { kind: 'inbox_removed', targetId: formerId },
      { kind: 'default_inbox_changed', scope: 'account' },
      { kind: 'default_inbox_changed', scope: 'domain', name: 'own.example' },
      { kind: 'default_inbox_changed', scope: 'names', name: 'own.example' },
      { kind: 'domain_failing', name: 'own.example' },
      { kind: 'deletion_begun' },
      { kind: 'locked' },
      { kind: 'unlocked' },
    ];
    const told: string[] = [];
    for (const event of events) {
      await record(event);
      const mails = await mailsAfter(dayMs);
      expect(recipients(mails)).toEqual(['box@example.org', 'other@example.net']);
      const texts = mails.map(({ recipient, subject, text }) => `To: ${recipient}\nSubject: ${subject}\n\n${text}`);
      told.push(`=== ${event.kind}\n\n${texts[0]}`);
      if (texts[1]?.split('\n\n')[2] !== texts[0]?.split('\n\n')[2]) told.push(texts[1] ?? '');
    }
    for (const event of events.slice(0, 3)) await record(event);
    await record({ kind: 'credential_made', aliasId });
    await record({ kind: 'credential_made', aliasId });
    const [joined] = await mailsAfter(dayMs);
    told.push(`=== several at once\n\nTo: ${joined?.recipient}\nSubject: ${joined?.subject}\n\n${joined?.text}`);
    const text = told.join('\n').replaceAll(/#[\w-]{43}/g, '#TOKEN');
    await expect(text).toMatchFileSnapshot('../../../docs/mails/security-mails.txt');
  });

  it('names no alias to an inbox that does not serve it, and no other inbox', async () => {
    const aliasId = await makeAlias('shop');
    await record({ kind: 'credential_made', aliasId });
    await record({ kind: 'key_made', name: 'my secret script', scope: 'all' });
    await updateAlias(test.core, {
      aliasId,
      userId,
      ip: '192.0.2.1',
      input: { forwardTo: 'other@example.net', notes: '' },
    });
    const [box, other] = await mailsAfter(11 * minuteMs);
    expect(box?.text).toContain('Mail to shop@kauke.test now goes elsewhere');
    expect(box?.text).toContain('send as shop@kauke.test was made');
    expect(other?.text).toContain('Mail to one of its aliases now goes elsewhere');
    expect(other?.text).not.toContain('shop@');
    for (const text of [box?.text, other?.text]) {
      expect(text).not.toMatch(/secret script|ann@example\.com|other@example\.net|box@example\.org/);
    }
  });

  it('goes to inboxes that were confirmed before the change only, and to none whose owner wants no mail', async () => {
    await addTarget(test.core, { userId, target: 'waits@example.org', confirmed: false });
    await record({ kind: 'password_changed' });
    await test.core.database.db
      .updateTable('targets')
      .set({ confirmedAt: new Date(test.core.clock.now()) })
      .execute();
    const addressHash = test.core.keys.lookupHash('target', 'other@example.net');
    await test.core.database.db.insertInto('stoppedAddresses').values({ addressHash }).execute();
    expect(recipients(await mailsAfter(minuteMs))).toEqual(['box@example.org']);
    expect(await mailsAfter(dayMs)).toEqual([]);
  });

  it('goes at once where somebody may have got in, with what else waits', async () => {
    const aliasId = await makeAlias('shop');
    await record({ kind: 'credential_made', aliasId });
    expect(await mailsAfter(minuteMs)).toEqual([]);
    await record({ kind: 'password_changed' });
    const [mail, ...others] = await mailsAfter(10_000);
    expect(mail?.subject).toBe('2 changes to a Kauke account');
    expect(recipients(others)).toEqual(['other@example.net']);
    expect(await mailsAfter(dayMs)).toEqual([]);
  });

  it('is one of ten a day; what comes beyond them is told with the first of the next', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      await record({ kind: 'new_device', device: `Firefox ${turn}` });
      expect(await mailsAfter(minuteMs)).toHaveLength(2);
    }
    for (let turn = 10; turn < 40; turn += 1) await record({ kind: 'new_device', device: `Firefox ${turn}` });
    expect(await mailsAfter(minuteMs)).toEqual([]);
    expect(await mailsAfter(minuteMs)).toEqual([]);
    const [mail, ...others] = await mailsAfter(dayMs);
    expect(others).toHaveLength(1);
    expect(mail?.subject).toBe('Sign-in on a new device');
    expect(mail?.text).toContain('Firefox 10.');
    expect(mail?.text).toContain('Firefox 29.');
    expect(mail?.text).toContain('And 10 more');
  });

  it('is sent once by programs that look at the same time', async () => {
    await record({ kind: 'password_changed' });
    test.advance(minuteMs);
    await Promise.all([1, 2, 3].map(() => sendNotices(test.core)));
    expect(recipients(test.mails.slice(-2)).toSorted()).toEqual(['box@example.org', 'other@example.net']);
    expect(test.mails).toHaveLength(3);
  });

  it('is sent again when the queue did not take it', async () => {
    await record({ kind: 'password_changed' });
    test.advance(minuteMs);
    const broken = { send: () => Promise.reject(new Error('the queue is down')) };
    await sendNotices({ ...test.core, mailer: broken });
    expect(test.logLines.join('\n')).toContain('notice_not_sent');
    expect(recipients(await mailsAfter(minuteMs))).toEqual(['box@example.org', 'other@example.net']);
  });

  it('has a link of its own for each inbox', async () => {
    await record({ kind: 'password_changed' });
    const mails = await mailsAfter(minuteMs);
    const tokens = mails.map(tokenOf);
    expect(new Set(tokens).size).toBe(2);
    expect(mails[0]?.text).toContain(`http://localhost:3000/lock#${tokens[0]}`);
    expect(mails[0]?.html).toContain(`<a href="http://localhost:3000/lock#${tokens[0]}">`);
    expect(await searchDatabase(test.core.database, tokens)).toEqual([]);
  });
});

describe('a dump of the database', () => {
  it('shows nothing of the mails that wait, nor of what happened', async () => {
    const aliasId = await makeAlias('groceries');
    // The name of an alias stands in its own row.
    const names = [
      'box@example.org',
      'other@example.net',
      'Netscape on BeOS',
      'Nightly backup',
      'groceries@kauke.test',
    ];
    await record({ kind: 'new_device', device: 'Netscape on BeOS' });
    await record({ kind: 'key_made', name: 'Nightly backup', scope: 'all' });
    await record({ kind: 'alias_sent_elsewhere', aliasId, formerTargetIds: [formerId] });
    await record({ kind: 'credential_made', aliasId });
    const { db } = test.core.database;
    expect(await db.selectFrom('outgoingNotices').select('id').execute()).toHaveLength(8);
    expect(await searchDatabase(test.core.database, [...names, 'new_device', 'key_made', 'groceries@'])).toEqual([]);
  });
});

describe('what happened to an account', () => {
  it('is listed for its owner, newest first, and erased after 90 days', async () => {
    await record({ kind: 'key_made', name: 'Backup', scope: 'aliases' });
    test.advance(minuteMs);
    await record({ kind: 'password_changed' });
    const { events, warnedInboxes, lockedAt } = await readSecurity(test.core, userId);
    expect(events).toMatchObject([
      { kind: 'password_changed' },
      { kind: 'key_made', name: 'Backup', scope: 'aliases' },
    ]);
    expect({ warnedInboxes, lockedAt }).toEqual({ warnedInboxes: 2, lockedAt: null });
    test.advance(90 * dayMs);
    expect((await readSecurity(test.core, userId)).events).toEqual([]);
    await removeOldSecurityEvents(test.core);
    expect(await test.core.database.db.selectFrom('securityEvents').select('id').execute()).toEqual([]);
  });

  it('is listed up to 50', async () => {
    for (let turn = 0; turn < 60; turn += 1) await record({ kind: 'data_exported' });
    expect((await readSecurity(test.core, userId)).events).toHaveLength(50);
  });
});
