import PostalMime, { type Attachment } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { reverseAddress, reverseToken } from '#mail/recipient/address-forms.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { findCalendars } from '#mail/forward/calendar-parts.ts';
import { forward, forwardAlias, forwardedValues } from '#support/forward.ts';
import { createTestKeyRing } from '#support/key-ring.ts';

let test: TestDatabase;
let keys: KeyRing;
beforeAll(async () => {
  test = await createTestDatabase();
  keys = await createTestKeyRing(test.database);
});
afterAll(() => test.drop());

function reverseOf(correspondent: string): string {
  return reverseAddress(
    reverseToken(keys, { userId: forwardAlias.userId, aliasAddress: forwardAlias.address, correspondent }),
    forwardAlias.domain,
    'plain',
  );
}

const calendar = [
  'BEGIN:VCALENDAR',
  'METHOD:REQUEST',
  'BEGIN:VEVENT',
  'ORGANIZER;CN=Bob:mailto:bob@example.com',
  'ATTENDEE;CN=Žydrūnė:mailto:my-alias@kauke.test',
  'ATTENDEE;CN=Carol:mailto:carol@x.com',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

const base64 = Buffer.from(calendar).toString('base64').replaceAll(/.{76}/g, '$&\r\n');

const around = [
  'preamble bob@example.com\r\n--b\r\nContent-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\n\r\nmailto:bob@example.com \r\n' +
    '--c\r\nContent-Type: text/calendar; charset=UTF-8; method=REQUEST\r\nContent-Transfer-Encoding: 8bit\r\n\r\n',
  '\r\n--c--\r\n--b\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n' +
    'Content-Disposition: attachment; filename="invite.ics"\r\n\r\n',
  '\r\n--b\r\nContent-Type: image/png\r\n\r\n\u00ff\u0001\r\n--b--\r\nepilogue\t\r\n',
];

const header = 'From: Bob <bob@example.com>\r\nTo: carol@x.com\r\nMIME-Version: 1.0\r\n';

function textOf({ content }: Attachment): string {
  return typeof content === 'string' ? content : '';
}

function named(text: string): string[] {
  const unfolded = text.replaceAll(/\r?\n /g, '');
  return Array.from(unfolded.matchAll(/^(?:ORGANIZER|ATTENDEE).*?:(mailto:.*)$/gm), ([, address = '']) =>
    address.trim(),
  );
}

function expected() {
  return [`mailto:${reverseOf('bob@example.com')}`, 'mailto:my-alias@kauke.test', `mailto:${reverseOf('carol@x.com')}`];
}

describe('calendars on their way to an owner', () => {
  it('name reverse addresses and the alias, in every part, with every other octet as it was', async () => {
    const [first = '', second = '', third = ''] = around;
    const octets = Buffer.concat([
      Buffer.from(`${header}Content-Type: multipart/mixed; boundary=b\r\n\r\n${first}`),
      Buffer.from(calendar),
      Buffer.from(`${second}${base64}`),
      Buffer.from(third, 'latin1'),
    ]);
    const forwarded = forward(keys, octets);
    const message = Buffer.concat([forwarded.header, Buffer.from('\r\n'), forwarded.body]);
    const { attachments } = await PostalMime.parse(message, { attachmentEncoding: 'utf8' });
    const calendars = attachments.filter(({ mimeType }) => mimeType !== 'image/png').map(textOf);
    expect(calendars).toHaveLength(2);
    for (const text of calendars) {
      expect(named(text)).toEqual(expected());
      expect(text).toContain('Žydrūnė');
    }
    const body = forwarded.body.toString('latin1');
    for (const [index, text] of around.entries()) {
      // What follows the first header of a calendar part may be encoded anew; everything before and between is not.
      const kept = index === 2 ? text : text.slice(0, text.lastIndexOf('Content-Type'));
      expect(body).toContain(kept);
    }
    expect(forwarded.contacts.map(({ correspondent }) => correspondent)).toEqual(['bob@example.com', 'carol@x.com']);
  });

  it('may be the whole message, whose header then names the new encoding', async () => {
    const content = `${header}Content-Type: text/calendar; method=REQUEST; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64}`;
    const forwarded = forward(keys, Buffer.from(content));
    expect(forwardedValues(forwarded, 'content-transfer-encoding')).toHaveLength(1);
    expect(forwardedValues(forwarded, 'content-type')[0]).toMatch(/^text\/calendar;.*method=REQUEST/);
    const message = Buffer.concat([forwarded.header, Buffer.from('\r\n'), forwarded.body]);
    const { attachments, text } = await PostalMime.parse(message, { attachmentEncoding: 'utf8' });
    expect(named(attachments[0] === undefined ? (text ?? '') : textOf(attachments[0]))).toEqual(expected());
  });

  it('keep the very body when there is no calendar, or nobody in it', () => {
    const holiday = Buffer.from(`${header}Content-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n`);
    const start = holiday.indexOf('\r\n\r\n') + 4;
    expect(forward(keys, holiday).body.equals(holiday.subarray(start))).toBe(true);
    const text = Buffer.from(`${header}\r\nORGANIZER:mailto:bob@example.com\r\n`);
    expect(forward(keys, text).body.toString()).toBe('ORGANIZER:mailto:bob@example.com\r\n');
  });

  it('are found in a multipart whatever encoding it claims, as programs do', () => {
    const type = 'Content-Type: multipart/mixed; boundary=b\r\nContent-Transfer-Encoding: base64\r\n';
    const content = `${header}${type}\r\n--b\r\nContent-Type: text/calendar\r\n\r\n${calendar}\r\n--b--\r\n`;
    expect(forward(keys, Buffer.from(content)).body.toString()).not.toMatch(/bob@example|carol@x/);
  });

  it('too long to be read go as text files, octet for octet', () => {
    const type = 'Content-Type: text/calendar; method=REQUEST; name=invite.ics\r\n';
    const content = `${header}${type}\r\n${calendar}${'X-A:b\r\n'.repeat(80_000)}`;
    const forwarded = forward(keys, Buffer.from(content));
    expect(forwarded.body.toString()).toBe(content.slice(content.indexOf('\r\n\r\n') + 4));
    expect(forwardedValues(forwarded, 'content-type')).toEqual(['application/octet-stream']);
    expect(forwardedValues(forwarded, 'content-disposition')).toEqual(['attachment; filename="calendar.txt"']);
  });

  it('make a message unreadable that has more parts than are read', () => {
    const parts = '--b\r\n\r\nx\r\n'.repeat(1_001);
    const content = `${header}Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts}--b\r\nContent-Type: text/calendar\r\n\r\n${calendar}`;
    expect(findCalendars(parseMessage(Buffer.from(content)))).toBe('unreadable');
  });

  it('make a message unreadable that has more doubtful headers than are settled', () => {
    const doubtful = `--b\r\nContent-Type: multipart/mixed; boundary=${'a'.repeat(20_000)} x\r\n\r\nx\r\n`;
    const find = (count: number) =>
      findCalendars(
        parseMessage(Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${doubtful.repeat(count)}--b--`)),
      );
    expect(find(13)).toMatchObject({ calendars: [], sealed: [] });
    expect(find(14)).toBe('unreadable');
  });

  it('are looked for in encoded messages up to a number of fields; what is not read goes as a file', () => {
    const inner = `${'X-A: b\r\n'.repeat(9_990)}\r\nx`;
    const encoded = Buffer.from(inner).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
    const part = `--b\r\nContent-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\n${encoded}\r\n`;
    const sealedOf = (count: number): number => {
      const content = `${header}Content-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(count)}--b--\r\n`;
      const found = findCalendars(parseMessage(Buffer.from(content)));
      return found === null || found === 'unreadable' ? 0 : found.sealed.length;
    };
    expect([10, 15].map(sealedOf)).toEqual([0, 4]);
  });

  it('name nobody beyond the cap of ten', () => {
    const many = calendar.replace(
      'END:VEVENT',
      `${Array.from({ length: 30 }, (_, index) => `ATTENDEE:mailto:p${index}@x.com\r\n`).join('')}END:VEVENT`,
    );
    const forwarded = forward(keys, Buffer.from(`${header}Content-Type: text/calendar\r\n\r\n${many}`));
    expect(forwarded.contacts).toHaveLength(10);
    const text = forwarded.body.toString();
    expect(text).not.toMatch(/@x\.com/);
    expect(text.match(/invalid:nomail/g)).toHaveLength(22);
  });
});
