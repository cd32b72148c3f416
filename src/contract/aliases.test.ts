import { describe, expect, it } from 'vitest';
import { createAliasSchema, toggleAliasSchema, updateAliasSchema } from '#contract/aliases.ts';
import { answers } from '#messages/server/answers.ts';

const valid = { alias: 'shop', domain: 'kauke.test', forwardTo: 'bob@example.com' };

function firstMessage(change: Record<string, unknown>): string | undefined {
  return createAliasSchema.safeParse({ ...valid, ...change }).error?.issues[0]?.message;
}

describe('the input for a new alias', () => {
  it('is taken with or without notes and its alias put in lower case', () => {
    expect(createAliasSchema.parse({ ...valid, alias: ' My-Shop.2_x ', notes: 'for shoes' })).toEqual({
      ...valid,
      alias: 'my-shop.2_x',
      notes: 'for shoes',
    });
    expect(firstMessage({})).toBeUndefined();
  });

  it.each([
    ['', 'Alias is required'],
    ['   ', 'Alias is required'],
    [undefined, 'Alias is required'],
    [7, 'Alias is required'],
    ['a b', 'Invalid alias format'],
    ['a@b', 'Invalid alias format'],
    ['reply=x', 'Invalid alias format'],
    ['a+b', 'Invalid alias format'],
    ['.a', 'Invalid alias format'],
    ['a.', 'Invalid alias format'],
    ['a..b', 'Invalid alias format'],
    ['ä', 'Invalid alias format'],
    ['a'.repeat(65), 'Invalid alias format'],
  ])('alias %j gives %s', (alias, message) => {
    expect(firstMessage({ alias })).toBe(message);
  });

  it('takes an alias of 64 octets', () => {
    expect(firstMessage({ alias: 'a'.repeat(64) })).toBeUndefined();
  });

  it('asks for a domain', () => {
    expect(firstMessage({ domain: '' })).toBe('Domain is required');
    expect(firstMessage({ domain: undefined })).toBe('Domain is required');
  });

  const badTargets = 'Please enter valid email addresses and/or webhook URLs (https://…) separated by commas';
  it.each([
    [undefined, 'At least one email address or webhook URL is required'],
    ['', 'At least one email address or webhook URL is required'],
    [' , ,', 'At least one email address or webhook URL is required'],
    ['bob', badTargets],
    ['null', badTargets],
    ['bob@example.com, nobody', badTargets],
    ['ftp://example.com', badTargets],
    ['https://', badTargets],
  ])('forward-to %j gives %s', (forwardTo, message) => {
    expect(firstMessage({ forwardTo })).toBe(message);
  });

  it.each(['a@x.com,b@x.com', ' a@x.com , ', 'https://x.com/hook', 'HTTP://x.com/hook,a@x.com'])(
    'forward-to %j is taken',
    (forwardTo) => {
      expect(firstMessage({ forwardTo })).toBeUndefined();
    },
  );

  it('takes 128 characters of notes and no more', () => {
    expect(firstMessage({ notes: 'n'.repeat(128) })).toBeUndefined();
    expect(firstMessage({ notes: 'n'.repeat(129) })).toBe('Notes must be 128 characters or less');
  });

  it('refuses fields it does not know', () => {
    expect(createAliasSchema.safeParse({ ...valid, admin: true }).success).toBe(false);
  });
});

describe('the input that changes an alias', () => {
  const messages = (input: unknown): string[] | undefined =>
    updateAliasSchema.safeParse(input).error?.issues.map((issue) => issue.message);
  const nothing = 'At least one field (alias, forwardTo, active, notes, or lastForwardTo) must be provided';

  it.each([
    { alias: 'shop', forwardTo: 'bob@example.com', notes: '' },
    { alias: 'shop' },
    { forwardTo: 'bob@example.com' },
    { active: false },
    { notes: '' },
    { lastForwardTo: 'bob@example.com' },
  ])('may be %j', (input) => {
    expect(messages(input)).toBeUndefined();
  });

  it.each([
    [{}, nothing],
    [{ alias: undefined }, nothing],
    [{ alias: '' }, 'Alias is required'],
    [{ alias: 'a b' }, 'Invalid alias format'],
    [{ forwardTo: '' }, 'At least one email address or webhook URL is required'],
    [
      { lastForwardTo: 'null' },
      'Please enter valid email addresses and/or webhook URLs (https://…) separated by commas',
    ],
    [{ notes: 'n'.repeat(129) }, 'Notes must be 128 characters or less'],
  ])('%j gives %s', (input, message) => {
    expect(messages(input)).toEqual([message]);
  });

  it('takes neither another domain nor an active flag that is no flag', () => {
    expect(updateAliasSchema.safeParse({ alias: 'shop', domain: 'mask.test' }).success).toBe(false);
    expect(toggleAliasSchema.safeParse({ active: 'true' }).success).toBe(false);
    expect([true, false].map(answers.aliasToggled)).toEqual(['Alias activated', 'Alias paused']);
  });
});
