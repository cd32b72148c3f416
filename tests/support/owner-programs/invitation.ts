import { bob, type OutsideMessage } from '#support/owner-programs/owner-world.ts';

/** Bob's, to whoever has the alias. */
export function inviteTo(alias: string): OutsideMessage {
  return {
    fields: ['Content-Type: multipart/alternative; boundary=two'],
    body: [
      '--two',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Shall we meet on Monday?',
      '--two',
      'Content-Type: text/calendar; charset=utf-8; method=REQUEST',
      '',
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Club//EN',
      'METHOD:REQUEST',
      'BEGIN:VEVENT',
      'UID:monday@club.example',
      'DTSTAMP:20261121T120000Z',
      'DTSTART:20261123T090000Z',
      'DTEND:20261123T100000Z',
      'SEQUENCE:0',
      'SUMMARY:Monday',
      `ORGANIZER;CN=Bob Builder:mailto:${bob}`,
      `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${alias}`,
      'END:VEVENT',
      'END:VCALENDAR',
      '--two--',
    ],
  };
}
