import { expect, it } from 'vitest';
import { createBuiltinProvider } from '#core/forwarding-provider.ts';
import { readLife } from '#core/aliases/alias-input.ts';

const clock = { now: () => Date.UTC(2026, 10, 23, 12) };
const here = { clock, provider: createBuiltinProvider() };
const elsewhere = { clock, provider: { ...here.provider, name: 'improvmx' } } as const;

it('a number of messages starts anew when it is set, and what is left out stays', () => {
  expect(readLife(here, { maxMessages: 5 })).toEqual({ maxMessages: 5, messagesLeft: 5 });
  expect(readLife(here, { maxMessages: null, idleDays: null, expiresAt: null })).toEqual({
    maxMessages: null,
    messagesLeft: null,
    idleDays: null,
    lastUsedOn: null,
    expiresAt: null,
  });
  expect(readLife(here, {})).toEqual({});
});

it.each([
  ['over', '2026-11-23T12:00:00Z'],
  ['further than ten years away', '2036-11-23T12:00:01Z'],
])('a date that is %s is refused', (_, expiresAt) => {
  expect(() => readLife(here, { expiresAt })).toThrow(
    expect.objectContaining({ code: 'invalid_input', details: { errors: { expiresAt: [expect.any(String)] } } }),
  );
});

it('a date in another zone is the same moment', () => {
  expect(readLife(here, { expiresAt: '2036-11-23T14:00:00+02:00' })).toEqual({
    expiresAt: new Date('2036-11-23T12:00:00Z'),
  });
});

it('a provider elsewhere ends no alias, and says so at the field', () => {
  expect(() => readLife(elsewhere, { maxMessages: 1 })).toThrow(
    expect.objectContaining({
      details: { errors: { maxMessages: ['The forwarding provider cannot end aliases by itself'] } },
    }),
  );
  expect(readLife(elsewhere, { maxMessages: null })).toEqual({ maxMessages: null, messagesLeft: null });
});
