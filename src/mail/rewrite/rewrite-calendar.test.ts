import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '#support/any-text.ts';
import { rewriteCalendar, type TurnPerson } from '#mail/rewrite/rewrite-calendar.ts';

/** Everybody with an address but `none@` gets another. */
const turn: TurnPerson = ({ name, address }) =>
  address === null
    ? { name, address }
    : {
        address: address.startsWith('none@') ? null : `reply=${address.replace('@', '-')}@kauke.test`,
        name: `${name ?? ''} (${address.replace('@', ' at ')})`.trim(),
      };

function lines(...text: string[]): string {
  return text.map((line) => `${line}\r\n`).join('');
}
function unfold(text: string): string {
  return text.replaceAll('\r\n ', '');
}

const invitation = lines(
  'BEGIN:VCALENDAR',
  'METHOD:REQUEST',
  'BEGIN:VEVENT',
  'UID:1@google.com',
  'SUMMARY:Lunch with ATTENDEE bob@x.com',
  'ORGANIZER;CN=Bob;SENT-BY="mailto:pa@x.com":mailto:bob@x.com',
  'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=carol@',
  ' y.org;X-NUM-GUESTS=0:MAILTO:carol@y.o',
  ' rg',
  'DESCRIPTION:Write to mailto:bob@x.com\\nor not',
  'END:VEVENT',
  'END:VCALENDAR',
);

describe('rewriteCalendar', () => {
  it('turns organizer and attendees, folded or not, and no other line', () => {
    const turned = rewriteCalendar(invitation, turn);
    expect(unfold(turned)).toBe(
      lines(
        'BEGIN:VCALENDAR',
        'METHOD:REQUEST',
        'BEGIN:VEVENT',
        'UID:1@google.com',
        'SUMMARY:Lunch with ATTENDEE bob@x.com',
        'ORGANIZER;CN="Bob (bob at x.com)":mailto:reply=bob-x.com@kauke.test',
        'ATTENDEE;CN="carol@y.org (carol at y.org)";CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;' +
          'RSVP=TRUE;X-NUM-GUESTS=0:mailto:reply=carol-y.org@kauke.test',
        'DESCRIPTION:Write to mailto:bob@x.com\\nor not',
        'END:VEVENT',
        'END:VCALENDAR',
      ),
    );
    for (const line of turned.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  it.each([
    ['ATTENDEE:bob@x.com', 'ATTENDEE;CN="(bob at x.com)":mailto:reply=bob-x.com@kauke.test'],
    [
      "ATTENDEE;CN=Bob ^'the^' ^^^n B:mailto:bob@x.com",
      'ATTENDEE;CN="Bob \'the\' ^^  B (bob at x.com)":mailto:reply=bob-x.com@kauke.test',
    ],
    [
      'ATTENDEE;SENT-BY="mailto:p=a@x.com";CN="Bob = B; C";RSVP=TRUE:mailto:b%3Dy.com@x.com',
      'ATTENDEE;CN="Bob - B, C (b-y.com at x.com)";RSVP=TRUE:mailto:reply=b=y.com-x.com@kauke.test',
    ],
    ['attendee:mailto:<bob@x.com>', 'attendee;CN="(bob at x.com)":mailto:reply=bob-x.com@kauke.test'],
    ['ATTENDEE:mailto:bob%40x.com?cc=c@x.com', 'ATTENDEE;CN="(bob at x.com)":mailto:reply=bob-x.com@kauke.test'],
    ['ATTENDEE;EMAIL=bob@x.com;CN=Bob:urn:uuid:1', 'ATTENDEE;CN="Bob":invalid:nomail'],
    [
      'ATTENDEE;MEMBER="mailto:a@x.com","mailto:b@x.com":mailto:none@x.com',
      'ATTENDEE;CN="(none at x.com)":invalid:nomail',
    ],
    [
      'ATTENDEE;X-A="q:w;e";X-B="b@x.com":mailto:bob@x.com',
      'ATTENDEE;CN="(bob at x.com)";X-A="q:w;e":mailto:reply=bob-x.com@kauke.test',
    ],
    [
      'X-MS-OLK-SENDER;CN=Bob:mailto:bob@x.com',
      'X-MS-OLK-SENDER;CN="Bob (bob at x.com)":mailto:reply=bob-x.com@kauke.test',
    ],
    ['ORGANIZER;CN="Bob:mailto:bob@x.com', ''],
    ['ATTENDEE', ''],
  ])('turns %s', (line, expected) => {
    expect(unfold(rewriteCalendar(`${line}\r\n`, turn))).toBe(expected === '' ? '' : `${expected}\r\n`);
  });

  it('names people so that readers which cut at each semicolon and equals sign read the whole name', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ -!#-~]{1,60}$/), (name) => {
        const line = unfold(
          rewriteCalendar(`ATTENDEE;CN="${name}";DIR="ldap:x=y";RSVP=TRUE:mailto:bob@x.com\r\n`, turn),
        );
        const read = line
          .slice(0, line.indexOf(':mailto:'))
          .split(';')
          .map((parameter) => parameter.split('='));
        expect(read).toHaveLength(3);
        expect(read.slice(1)).toEqual([
          ['CN', expect.stringMatching(/^".* ?\(bob at x\.com\)"$/)],
          ['RSVP', 'TRUE'],
        ]);
      }),
    );
  });

  it('keeps the line ends of a calendar that has bare LF, or none at its end', () => {
    expect(rewriteCalendar('A:1\nORGANIZER:mailto:b@x\nB:2', turn)).toBe(
      'A:1\nORGANIZER;CN="(b at x)":mailto:reply=b-x@kauke.test\nB:2',
    );
    expect(rewriteCalendar('ORGANIZER:mailto:b@x', turn)).toBe(
      'ORGANIZER;CN="(b at x)":mailto:reply=b-x@kauke.test\r\n',
    );
  });

  it('keeps any text that names nobody, and is quick about a large one', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        fc.pre(!/mailto|organizer|attendee/i.test(text));
        expect(rewriteCalendar(text, turn)).toBe(text);
      }),
    );
    rewriteCalendar(`ATTENDEE${';X="'.repeat(500_000)}`, turn);
    rewriteCalendar('ATTENDEE:mailto:b@x.com\r\n'.repeat(50_000), turn);
    rewriteCalendar(`A:${'\r\n x'.repeat(500_000)}`, turn);
  });
});
