import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAliasFault, findForwardToFault, findNotesFault } from '#contract/alias-faults.ts';
import { createAliasSchema } from '#contract/aliases.ts';

const good = { alias: 'shop', domain: 'kauke.test', forwardTo: 'me@example.com', notes: '' };

function schemaFault(change: Partial<typeof good>): string | null {
  const result = createAliasSchema.safeParse({ ...good, ...change });
  return result.success ? null : (result.error.issues[0]?.message ?? '');
}

const piece = fc.oneof(
  fc.constantFrom('me@example.com', 'me@lt', 'https://hook.example.com/in', 'ftp://x', '', '  ', 'žmogus@pašto.lt'),
  fc.string({ maxLength: 12 }),
);

function agree(field: 'alias' | 'forwardTo' | 'notes', find: (text: string) => string | null) {
  return (text: string) => {
    expect(find(text)).toBe(schemaFault({ [field]: text }));
  };
}

describe('the checks of the forms', () => {
  it('say of a name what the schema says', () => {
    const name = fc.oneof(fc.string({ maxLength: 70 }), fc.stringMatching(/^ ?[a-zA-Z0-9._-]{0,70} ?$/));
    fc.assert(fc.property(name, agree('alias', findAliasFault)));
  });

  it('say of targets what the schema says', () => {
    const texts = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(','));
    fc.assert(fc.property(texts, agree('forwardTo', findForwardToFault)));
    agree('forwardTo', findForwardToFault)('a@example.com,'.repeat(3_001));
  });

  it('say of notes what the schema says', () => {
    fc.assert(fc.property(fc.string({ minLength: 120, maxLength: 140 }), agree('notes', findNotesFault)));
  });
});
