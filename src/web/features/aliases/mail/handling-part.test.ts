import { describe, expect, it } from 'vitest';
import { aliasSettingsSchema } from '#contract/aliases/alias-settings.ts';
import { handlingSwitches } from '#web/features/aliases/mail/handling-part.tsx';

/** A choice among several, and a text. */
const choices = ['unsubscribe', 'fromName'];

describe('the switches of an alias', () => {
  it('show every setting the server knows, once', () => {
    const settings = Object.keys(aliasSettingsSchema.shape);
    expect([...handlingSwitches.map(({ name }) => name), ...choices].toSorted()).toEqual(settings.toSorted());
  });
});
