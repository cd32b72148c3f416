import { describe, expect, it } from 'vitest';
import { accountFaults } from '#contract/account-faults.ts';
import {
  findReadForms,
  findReadSender,
  findTypedEmailFault,
  findTypedForwardToFault,
  findTypedSenderFault,
  readTypedAddress,
  readTypedForwardTo,
  readTypedSender,
  readTypedHost,
} from '#contract/account/typed-address.ts';

describe('an address that somebody types', () => {
  it.each([
    ['owner@straße.example', 'owner@xn--strae-oqa.example'],
    ['Owner@FAß.example', 'Owner@xn--fa-hia.example'],
    ['owner@müller.example', 'owner@xn--mller-kva.example'],
    ['owner@نامه‌ای.example', 'owner@xn--mgba3gch31f060k.example'],
    ['owner@βόλος.example', 'owner@xn--nxasmm1c.example'],
  ])('%s is shown and sent by the name that DNS knows', (typed, read) => {
    expect(findTypedEmailFault(typed)).toBeNull();
    expect(readTypedAddress(` ${typed} `)).toBe(read);
    expect(findReadForms(typed)).toEqual([read]);
    expect(findReadForms(`bob@home.example, ${typed}, https://shop.example/hook`)).toEqual([read]);
  });

  it.each(['owner@home.example', 'Owner@HOME.example', 'owner', 'owner@straße', '', 'owner@a‌b.example'])(
    'is shown as nothing else where it is %j',
    (text) => {
      expect(findReadForms(text)).toEqual([]);
      expect(readTypedAddress(text).toLowerCase()).toBe(text.toLowerCase());
    },
  );

  it.each(['jörg@home.example', 'Ąžuolas@žalias.lt', 'ｏwner@home.example', 'o\u200bwner@home.example'])(
    'has only ASCII before the @: %s does not',
    (text) => {
      expect(findTypedEmailFault(text)).toBe(accountFaults.localBeyondAscii);
      expect(findTypedForwardToFault(`bob@home.example, ${text}`)).toBe(accountFaults.localBeyondAscii);
      expect(findReadForms(`${text}, bob@home.example`)).toEqual([]);
      // What an alias has since before stays.
      expect(findTypedForwardToFault('bob@home.example, jörg@home.example', ['jörg@home.example'])).toBeNull();
    },
  );

  it.each([
    ['Rūta Rūtaitė <ruta@home.example>', 'ruta@home.example'],
    ['"Rūta, at home" <ruta@home.example>', 'ruta@home.example'],
    [' <ruta@straße.example> ', 'ruta@xn--strae-oqa.example'],
    ['mailto:ruta@home.example?subject=x', 'ruta@home.example'],
  ])('is taken out of %s, and that is told', (pasted, read) => {
    expect(findTypedEmailFault(pasted)).toBeNull();
    expect(readTypedAddress(pasted)).toBe(read);
    expect(findReadForms(pasted)).toEqual([read]);
    const several = `${pasted}, https://home.example/hook, bob@home.example`;
    expect(findTypedForwardToFault(several)).toBeNull();
    expect(readTypedForwardTo(several)).toBe(`${read}, https://home.example/hook, bob@home.example`);
  });

  it.each([
    '\u{202a}ruta@home.example\u{202c}',
    '\u{200b} ruta@home.example\u{a0}',
    '\u{feff}ruta@home.example\u{200f}\t',
  ])('is the same without what nobody sees: %j', (pasted) => {
    expect(findTypedEmailFault(pasted)).toBeNull();
    expect(readTypedAddress(pasted)).toBe('ruta@home.example');
    expect(readTypedForwardTo(pasted)).toBe('ruta@home.example');
    expect(findReadForms(pasted)).toEqual([]);
  });

  it.each([
    'ruta@home.example.',
    'ruta@[192.0.2.1]',
    'ruta@192.0.2.1',
    'ruta@home.example:25',
    'ruta@home%2eexample',
    'ruta@home.example/x',
    'ruta @home.example',
    'ruta@ho me.example',
    'a@home.example <ruta@home.example',
    '<a@home.example> <b@home.example>',
    'ruta@home\u{202e}.example',
    'ruta@\u{200b}',
    `ruta@${'ü'.repeat(300)}.example`,
    `${'r'.repeat(65)}@home.example`,
    'mailto:',
    '<>',
    '@',
  ])('is none: %j', (text) => {
    expect(findTypedEmailFault(text)).not.toBeNull();
    expect(findTypedForwardToFault(text)).not.toBeNull();
    expect(findReadForms(text)).toEqual([]);
  });

  it('is not looked for in a text longer than any list, nor made of it', () => {
    for (const long of ['ruta@müller.example, '.repeat(100_000), ' '.repeat(500_000) + 'x', '<'.repeat(500_000)]) {
      expect(findReadForms(long)).toEqual([]);
      expect(findTypedEmailFault(long)).not.toBeNull();
      expect(findTypedForwardToFault(long)).not.toBeNull();
      expect(readTypedForwardTo(long)).toBe(long);
    }
  });

  it('may be a webhook', () => {
    expect(findTypedForwardToFault('https://home.example/ü@x, bob@home.example')).toBeNull();
  });
});

describe('a sender that somebody types', () => {
  it.each([
    ['@straße.example', '@xn--strae-oqa.example'],
    ['list:news.straße.example', 'list:news.xn--strae-oqa.example'],
    ['straße.example', 'xn--strae-oqa.example'],
    ['Bob <bob@straße.example>', 'bob@xn--strae-oqa.example'],
    ['mailto:bob@rival.example', 'bob@rival.example'],
  ])('is shown and sent by the name that DNS knows: %s', (typed, read) => {
    expect(findTypedSenderFault(typed)).toBeNull();
    expect(readTypedSender(` ${typed}\u{202c} `)).toBe(read);
    expect(findReadSender(typed)).toEqual([read]);
  });

  it.each([
    'bob@rival.example',
    '@Rival.example',
    'list:news.rival.example',
    'rival.example',
    'nobody',
    '',
    '@',
    'a b',
  ])('is as it is typed: %j', (typed) => {
    expect(readTypedSender(typed).toLowerCase()).toBe(typed.toLowerCase());
    expect(findReadSender(typed)).toEqual([]);
  });

  it('has only ASCII before the @', () => {
    expect(findTypedSenderFault('jörg@rival.example')).toBe(accountFaults.localBeyondAscii);
    expect(findReadSender('jörg@rival.example')).toEqual([]);
  });
});

describe('the name of a server that somebody types', () => {
  it.each([
    ['imap.inbox.example', 'imap.inbox.example'],
    [' IMAP.Inbox.Example\u{200e}', 'imap.inbox.example'],
    ['imaps://imap.inbox.example:993/', 'imap.inbox.example'],
    ['IMAP://imap.inbox.example', 'imap.inbox.example'],
    ['imap.straße.example:993', 'imap.xn--strae-oqa.example'],
    ['imap.bücher.example', 'imap.xn--bcher-kva.example'],
  ])('%j is %s', (typed, host) => {
    expect(readTypedHost(typed)).toBe(host);
  });

  it('is read as a browser reads it, never kept with letters that look like others', () => {
    expect(readTypedHost('imap.ſhop.example')).toBe('imap.shop.example');
    expect(readTypedHost('imap.\u{212a}auke.example')).toBe('imap.kauke.example');
  });

  it.each([
    '',
    'imap',
    'imap.inbox.example-',
    '-imap.inbox.example',
    'imap..example',
    'https://imap.inbox.example',
    'imaps://ann@imap.inbox.example',
    'ann@inbox.example',
    'imap.inbox.example:993:993',
    'imap.inbox.example/folder',
    '192.0.2.1',
    `${'a.'.repeat(130)}example`,
  ])('%j is none', (typed) => {
    expect(readTypedHost(typed)).toBeNull();
  });
});
