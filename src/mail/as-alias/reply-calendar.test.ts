import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeReverseName } from '#contract/reserved-names/reverse-names.ts';
import {
  aliasOwner,
  correspondent,
  createAliasWriter,
  ownMessage,
  reverse,
  reverseToken,
  type AliasWriter,
} from '#support/alias-writer.ts';
import { writeReplyCalendar } from '#mail/as-alias/reply-calendar.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { findSecrets } from '#support/find-secrets.ts';
import { createTestKeyRing } from '#support/key-ring.ts';

let test: TestDatabase;
let writer: AliasWriter;
beforeAll(async () => {
  test = await createTestDatabase();
  writer = createAliasWriter(await createTestKeyRing(test.database));
});
afterAll(() => test.drop());

describe('the answer to an invitation', () => {
  it('comes from the alias and goes to the organiser', async () => {
    const calendar = [
      'BEGIN:VCALENDAR',
      'PRODID:-//Google Inc//Google Calendar 70.9054//EN',
      'METHOD:REPLY',
      'BEGIN:VEVENT',
      'UID:event-1@sender.example',
      `ORGANIZER;CN="Bob (bob at sender.example)":mailto:${reverse}`,
      'ATTENDEE;CUTYPE=INDIVIDUAL;PARTSTAT=ACCEPTED;CN=Ann Private;X-NUM-GUESTS=0:mailto:ann.second-account',
      ' @elsewhere.example',
      `DESCRIPTION:sent to ${aliasOwner.slice(0, 8)}`,
      ` ${aliasOwner.slice(8)}`,
      'X-MICROSOFT-CDO-OWNERAPPTID:1',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ];
    const raw = writer.written(ownMessage(['Content-Type: text/calendar; method=REPLY; charset=UTF-8'], ...calendar));
    const secrets = ['ann.', 'ann private', 'google', 'microsoft', reverseToken];
    expect(await findSecrets(raw, secrets)).toEqual([]);
    const text = raw.toString().replaceAll(/\r\n /g, '');
    expect(text).toContain(`ORGANIZER;CN="${correspondent}":mailto:${correspondent}\r\n`);
    expect(text).toMatch(
      /ATTENDEE;CN="my-alias@kauke\.test";[^\r]*PARTSTAT=ACCEPTED[^\r]*:mailto:my-alias@kauke\.test\r\n/,
    );
    expect(text).toContain('DESCRIPTION:sent to my-alias@kauke.test\r\n');
    expect(text).toContain('UID:event-1@sender.example\r\n');
    expect(text).toContain('Content-Type: text/calendar; charset=utf-8; method=REPLY\r\n');
  });

  it.each(['application/octet-stream; name="invite.ics"', 'text/x-vcalendar', 'text/plain; name=answer.vcs'])(
    'comes from the alias also as %s',
    (type) => {
      const calendar = [
        'BEGIN:VCALENDAR',
        'METHOD:REPLY',
        `ATTENDEE:mailto:${aliasOwner.slice(0, 8)}`,
        ` ${aliasOwner.slice(8)}`,
        'END:VCALENDAR',
        '',
      ];
      const raw = writer.written(ownMessage([`Content-Type: ${type}`], ...calendar)).toString();
      expect(raw).toContain(':mailto:my-alias@kauke.test\r\n');
      expect(raw).not.toContain('office.example');
    },
  );

  const event = (method: string, ...people: string[]): string =>
    writer
      .written(
        ownMessage(
          ['Content-Type: text/calendar'],
          'BEGIN:VCALENDAR',
          method,
          'BEGIN:VEVENT',
          ...people,
          'END:VEVENT',
          'END:VCALENDAR',
          '',
        ),
      )
      .toString()
      .replaceAll(/\r\n /g, '');
  /** An address that the account does not know, in the owner's calendar. */
  const unknown = 'ann.at.icloud@calendar.example';

  it.each<[string, string, string[]]>([
    ['an answer whose method is folded', 'METHOD:RE\r\n PLY', [`ATTENDEE;CN=Ann Private:mailto:${unknown}`]],
    ['a counter', 'METHOD;X-A=b:COUNTER', [`ATTENDEE;CN=Ann Private:mailto:${unknown}`]],
    ['an answer of somebody without an address', 'METHOD:REPLY', ['ATTENDEE;CN=Ann Private:urn:uuid:1']],
    [
      'an answer without a method',
      'VERSION:2.0',
      [`ORGANIZER:mailto:${reverse}`, `ATTENDEE;CN=Ann Private;PARTSTAT=ACCEPTED:mailto:${unknown}`],
    ],
    ['an invitation', 'METHOD:REQUEST', [`ORGANIZER;CN=Ann Private:mailto:${unknown}`]],
    ['a cancellation', 'METHOD:CANCEL', ['ORGANIZER;CN=Ann Private:/123/principal/']],
  ])('comes from the alias: %s', async (_, method, people) => {
    const text = event(method, ...people);
    expect(
      await findSecrets(Buffer.from(text), ['ann.', 'ann private', 'icloud', 'calendar.example', 'urn:', 'principal']),
    ).toEqual([]);
    expect(text).toMatch(/(?:ATTENDEE|ORGANIZER);CN="my-alias@kauke\.test"[^\r]*:mailto:my-alias@kauke\.test\r\n/);
  });

  it.each([
    ['REPLY', 'SUMMARY:Accepted: Lunch', ';PARTSTAT=ACCEPTED'],
    ['REPLY', 'SUMMARY;LANGUAGE=en:Declined: Lunch', ';PARTSTAT=DECLINED'],
    ['REPLY', 'SUMMARY:Lunch', ''],
  ])('names the alias where gnus-icalendar names no attendee: %s, %s', (method, summary, said) => {
    const alarm = ['BEGIN:VALARM', 'ATTENDEE:mailto:alarm@sender.example', 'END:VALARM'];
    const text = event(`METHOD:${method}`, `ORGANIZER:mailto:${reverse}`, summary, ...alarm);
    const attendee = `ATTENDEE;CN="my-alias@kauke.test"${said}:mailto:my-alias@kauke.test\r\n`;
    expect(text).toContain(`END:VALARM\r\n${attendee}END:VEVENT\r\n`);
  });

  it('adds no attendee where one is named, nor to what is no answer', () => {
    const named = event('METHOD:REPLY', `ORGANIZER:mailto:${reverse}`, `ATTENDEE:mailto:${unknown}`);
    expect(named.match(/ATTENDEE/g)).toHaveLength(1);
    expect(event('METHOD:REQUEST', `ORGANIZER:mailto:${reverse}`)).not.toContain('ATTENDEE');
  });

  it('leaves other people to be who they are', () => {
    const text = event('METHOD:REQUEST', `ORGANIZER:mailto:${reverse}`, 'ATTENDEE:mailto:my-alias@kauke.test');
    expect(text).toContain(`:mailto:${correspondent}\r\n`);
    const plain = `${writeReverseName(reverseToken, 'plain')}@kauke.test`;
    const accepted = event(
      'METHOD:PUBLISH',
      `ORGANIZER:mailto:${plain}`,
      'ATTENDEE:mailto:ann.second@elsewhere.example',
    );
    expect(accepted).toContain(`ORGANIZER;CN="${correspondent}":mailto:${correspondent}\r\n`);
    expect(accepted).not.toContain('ann.second');
    expect(event('METHOD:PUBLISH', 'ORGANIZER:mailto:trains@rail.example')).toContain(
      ':mailto:trains@rail.example\r\n',
    );
  });

  it('has the alias where the address stands in the spelling of old calendars, too', () => {
    const calendar = ['BEGIN:VCALENDAR', 'DESCRIPTION;ENCODING=QUOTED-PRINTABLE:ann.private=40office.example', ''];
    const written = writer.write(ownMessage(['Content-Type: text/x-vcalendar'], ...calendar));
    expect(String(written.kind === 'written' && written.body)).toContain('QUOTED-PRINTABLE:my-alias@kauke.test\r\n');
  });

  it('is written in steps, however many lines it has', () => {
    const options = { alias: 'my-alias@kauke.test', correspondents: new Map(), hidden: new Set<string>() };
    const text = 'SUMMARY:a\r\n'.repeat(20_000);
    const steps = writeReplyCalendar(text, { ...options, replace: (line) => line });
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count += 1;
    expect(count).toBeGreaterThanOrEqual(20);
    expect(step.value).toBe(text);
  });
});
