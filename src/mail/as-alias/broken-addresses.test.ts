import { expect, it } from 'vitest';
import { loadPublicHostCheck } from '#core/organisation.ts';
import { createAddressReplacer } from '#mail/as-alias/address-replacer.ts';

const isPublicHost = await loadPublicHostCheck();
const replacer = createAddressReplacer({
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
  ['in enriched text', '<<ann@<bold>home</bold>.example>'],
])('says that an address can be found that is broken %s', (_, text) => {
  expect(replacer.reveals(text)).toBe(true);
});
