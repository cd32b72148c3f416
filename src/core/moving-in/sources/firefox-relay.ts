import { z } from 'zod';
import { amount, defineSource, plainAlias, type SourceAlias, text } from '#core/moving-in/sources/source.ts';

const maskSchema = z.object({
  full_address: z.string(),
  enabled: z.boolean(),
  description: text,
  generated_for: text,
  used_on: text,
  num_forwarded: amount,
  num_replied: amount,
});

const cursorSchema = z.object({
  step: z.enum(['users', 'relayaddresses', 'domainaddresses']),
  /** The one inbox of the account, to which all its masks forward. */
  email: z.string(),
});
type Cursor = z.infer<typeof cursorSchema>;

function aliasOf(mask: z.infer<typeof maskSchema>, email: string): SourceAlias {
  const note = [mask.description, mask.generated_for, mask.used_on].find((words) => words.trim() !== '') ?? '';
  const uses = mask.num_forwarded + mask.num_replied;
  const inboxes = email === '' ? [] : [email];
  return { ...plainAlias, address: mask.full_address, note, inboxes, active: mask.enabled, uses };
}

/** Firefox Relay: no domain of it is its owners', sub-domains included. */
export const firefoxRelay = defineSource<Cursor>({
  service: 'firefox-relay',
  ownPath: '/api/v1',
  headers: (apiKey) => ({ Authorization: `Token ${apiKey}` }),
  cursor: cursorSchema,
  start: { step: 'users', email: '' },
  // Without the slash at its end it answers with a redirect.
  call: ({ step }) => `/${step}/`,
  read: (body, cursor) => {
    if (cursor.step === 'users') {
      const [user] = z.array(z.object({ email: text })).parse(body);
      const next: Cursor = { step: 'relayaddresses', email: user?.email ?? '' };
      return { aliases: [], domains: [], next, after: next };
    }
    const aliases = z
      .array(maskSchema)
      .parse(body)
      .map((mask) => aliasOf(mask, cursor.email));
    const next: Cursor | null = cursor.step === 'relayaddresses' ? { ...cursor, step: 'domainaddresses' } : null;
    return { aliases, domains: [], next, after: next };
  },
  contacts: null,
});
