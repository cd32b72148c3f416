import { expect, it } from 'vitest';
import { loadPublicHostCheck } from '#core/organisation.ts';
import { createAddressReplacer } from '#mail/as-alias/address-replacer.ts';

const isPublicHost = await loadPublicHostCheck();
const replacer = createAddressReplacer({
  keepsOthers: true,
  isPublicHost,
  otherNames: [],
  names: [],
  hidden: ['ann@home.example'],
  alias: 'my-alias@kauke.test',
  correspondents: new Map(),
});

it.each([
  ['in brackets', 'To: Ann <ann@\r\nhome.example>'],
  ['in brackets of a quote', '>> On Friday Ann <ann@home.\r\n>> example> wrote:'],
  ['flowed, its blanks deleted', '<ann@ \r\n> home.example>'],
  ['between two signs', 'price < 5 EUR; write to ann@\r\nhome.example; weight > 3'],
  ['in nested brackets', '<<ann@\nhome.example>>'],
  ['in brackets, before its sign', '> Ann <ann\r\n> @home.example>'],
  ['in a link', '<mailto:ann@home\r\n.example?subject=x>'],
  ['in an indented line', '<ann@\r\n\thome.example>'],
  ['behind several blanks', '<ann@   \r\nhome.example>'],
  ['by bars of a quote', '| <ann@\r\n| home.example>'],
  ['within its name', '<a\r\nnn@home.example>'],
  ['over three lines', '<ann@\r\nhome.\r\nexample>'],
  ['in percent form', '<mailto:ann%4\r\n0home.example>'],
  ['in an attribute', '<a href="mailto:ann@\r\nhome.example">x</a>'],
  ['behind a tag with a sign of its own', 'ann@<b title="a>b">home</b>.example'],
  ['with tags and lines', '<p>ann@<b>home</b>.\r\nexample</p>'],
  ['by a carriage return alone', 'ann@\rhome.example'],
  ['by signs of Unicode for the end of a line', 'ann@\u2028home\u2029.\u0085example'],
  ['by the end of a page', '<ann@\f\r\nhome.example>'],
  ['by blanks that are not broken', '<ann@\u00a0\r\n\u00a0home.example>'],
  ['far to the right', `<ann@\r\n${' '.repeat(100)}home.example>`],
  ['in a quote with initials', 'AP> write to ann@\r\nAP> home.example'],
  ['in quotes within quotes with initials', 'AP>> ann@\r\n AP>> home.example'],
  ['by initials that may be its end', '<ann@home.\r\nexa\r\nmple> AP wrote'],
  ['by an escape of ISO 2022', 'ann@\u001b$B\u001b(Bhome.example'],
  ['by an escape of a terminal', 'ann@\u001b[1;31mhome.example'],
  ['by what could not be decoded', 'ann@\ufffdhome.example'],
  ['by zeros', 'a\0n\0n\0@\0h\0o\0m\0e\0.\0e\0x\0a\0m\0p\0l\0e\0'],
  ['in JSON', String.raw`{"to":"\u003cann\u0040home.example\u003e"}`],
  ['in RTF', String.raw`{\rtf1 ann\'40home.example}`],
  ['in enriched text', '<<ann@<bold>home</bold>.example>'],
])('says that an address can be found that is broken %s', (_, text) => {
  expect(replacer.reveals(text)).toBe(true);
});
