import { describe, expect, it } from 'vitest';
import { accountFaults } from '#contract/account-faults.ts';
import {
  findAsciiForms,
  findTypedEmailFault,
  findTypedForwardToFault,
  readTypedAddress,
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
    expect(findAsciiForms(typed)).toEqual([read]);
    expect(findAsciiForms(`bob@home.example, ${typed} https://shop.example/hook`)).toEqual([read]);
  });

  it.each(['owner@home.example', 'Owner@HOME.example', 'owner', 'owner@straße', '', 'owner@a‌b.example'])(
    'is shown as nothing else where it is %j',
    (text) => {
      expect(findAsciiForms(text)).toEqual([]);
      expect(readTypedAddress(text).toLowerCase()).toBe(text.toLowerCase());
    },
  );

  it.each(['jörg@home.example', 'Ąžuolas@žalias.lt', 'ｏwner@home.example', 'o\u200bwner@home.example'])(
    'has only ASCII before the @: %s does not',
    (text) => {
      expect(findTypedEmailFault(text)).toBe(accountFaults.localBeyondAscii);
      expect(findTypedForwardToFault(`bob@home.example, ${text}`)).toBe(accountFaults.localBeyondAscii);
      // What an alias has since before stays.
      expect(findTypedForwardToFault('bob@home.example, jörg@home.example', ['jörg@home.example'])).toBeNull();
    },
  );

  it('may be a webhook', () => {
    expect(findTypedForwardToFault('https://home.example/ü@x, bob@home.example')).toBeNull();
  });
});
