import { expect, it } from 'vitest';
import { checkOwnFields, cutNotes } from '#core/aliases/alias-input.ts';
import { createBuiltinProvider } from '#core/forwarding-provider.ts';

it.each([
  ['a short text', 'Website: shop.example', 'Website: shop.example'],
  ['as much as fits', 'x'.repeat(128), 'x'.repeat(128)],
  ['one character too many', 'x'.repeat(129), 'x'.repeat(128)],
  ['a character of two halves at the end', `${'x'.repeat(127)}😀`, 'x'.repeat(127)],
  ['one that fits as a whole', `${'x'.repeat(126)}😀y`, `${'x'.repeat(126)}😀`],
])('notes keep of %s what fits, and no half characters', (_, text, kept) => {
  expect(cutNotes(text)).toBe(kept);
});

it('replies are copied where they pass through here, and a provider elsewhere says no at the field', () => {
  const provider = createBuiltinProvider();
  const elsewhere = { provider: { ...provider, name: 'improvmx' } } as const;
  expect(() => checkOwnFields({ provider }, { copyReplies: true })).not.toThrow();
  expect(() => checkOwnFields(elsewhere, {})).not.toThrow();
  expect(() => checkOwnFields(elsewhere, { copyReplies: false })).not.toThrow();
  expect(() => checkOwnFields(elsewhere, { copyReplies: true })).toThrow(
    expect.objectContaining({
      details: { errors: { copyReplies: ['The forwarding provider cannot copy replies'] } },
    }),
  );
});
