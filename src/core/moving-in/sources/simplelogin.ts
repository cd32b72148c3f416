import { z } from 'zod';
import { moveLimits } from '#contract/moves/move-limits.ts';
import { amount, defineSource, plainAlias, type SourceAlias, text } from '#core/moving-in/sources/source.ts';

const mailboxSchema = z.object({ email: z.string() });
const aliasSchema = z.object({
  id: z.union([z.int(), z.string()]),
  email: z.string(),
  enabled: z.boolean(),
  note: text,
  mailboxes: z.array(mailboxSchema).nullish(),
  nb_forward: amount,
  nb_reply: amount,
  /** One of its mailboxes at least has a key, which its API does not show; and this alias makes use of it. */
  support_pgp: z.boolean().catch(false),
  disable_pgp: z.boolean().catch(false),
});
const domainsSchema = z.object({
  custom_domains: z
    .array(z.object({ id: z.int(), domain_name: z.string(), catch_all: z.boolean().catch(false) }))
    .max(moveLimits.domainsMax),
});
const trash = z.array(z.object({ alias: z.string() })).max(moveLimits.aliasesMax);
/** Its documentation shows the bare list, its apps read the other one. */
const trashSchema = z.union([z.object({ aliases: trash }).transform(({ aliases }) => aliases), trash]);
const contactsSchema = z.object({
  contacts: z.array(z.object({ contact: z.string(), block_forward: z.boolean().catch(false) })),
});

const cursorSchema = z.union([
  z.object({ step: z.literal('domains') }),
  z.object({ step: z.literal('trash'), of: z.array(z.int()).min(1) }),
  z.object({ step: z.literal('aliases'), page: z.int() }),
]);
type Cursor = z.infer<typeof cursorSchema>;

const firstAliases: Cursor = { step: 'aliases', page: 0 };

function trashOf(ids: readonly number[]): Cursor {
  return ids.length === 0 ? firstAliases : { step: 'trash', of: [...ids] };
}

function aliasOf({ id, email, enabled, note, mailboxes, ...counts }: z.infer<typeof aliasSchema>): SourceAlias {
  const inboxes = (mailboxes ?? []).map((mailbox) => mailbox.email);
  const uses = counts.nb_forward + counts.nb_reply;
  return { ...plainAlias, address: email, note, inboxes, active: enabled, uses, sourceId: String(id) };
}

/** `"Bob" <bob@example.com>`, or the address alone. */
function splitContact(contact: string): { readonly address: string; readonly name: string } {
  const parts = /^\s*"?(.*?)"?\s*<([^<>]+)>\s*$/su.exec(contact);
  return { name: parts?.[1] ?? '', address: parts?.[2] ?? contact };
}

/** SimpleLogin, and servers that run it. */
export const simpleLogin = defineSource<Cursor>({
  service: 'simplelogin',
  ownPath: '/api',
  headers: (apiKey) => ({ Authentication: apiKey }),
  cursor: cursorSchema,
  start: { step: 'domains' },
  call: (cursor) => {
    if (cursor.step === 'domains') return '/custom_domains';
    if (cursor.step === 'trash') return `/custom_domains/${cursor.of[0]}/trash`;
    return `/v2/aliases?page_id=${cursor.page}`;
  },
  read: (body, cursor) => {
    if (cursor.step === 'domains') {
      const found = domainsSchema.parse(body).custom_domains;
      const next = trashOf(found.map(({ id }) => id));
      const domains = found.map((one) => ({ name: one.domain_name.toLowerCase(), catchAll: one.catch_all }));
      return { aliases: [], domains, next, after: next };
    }
    if (cursor.step === 'trash') {
      const next = trashOf(cursor.of.slice(1));
      const deleted = trashSchema.parse(body);
      const aliases = deleted.map(({ alias }) => ({ ...plainAlias, address: alias, inboxes: [], deleted: true }));
      return { aliases, domains: [], next, after: next };
    }
    const { aliases } = z.object({ aliases: z.array(aliasSchema) }).parse(body);
    const next = aliases.length === 0 ? null : { ...cursor, page: cursor.page + 1 };
    const encrypted = aliases
      .filter((alias) => alias.support_pgp && !alias.disable_pgp)
      .flatMap(({ mailboxes }) => (mailboxes ?? []).map(({ email }) => email));
    return { aliases: aliases.map(aliasOf), domains: [], encrypted, next, after: null };
  },
  contacts: {
    call: (sourceId, page) => `/aliases/${encodeURIComponent(sourceId)}/contacts?page_id=${page}`,
    read: (body) =>
      contactsSchema
        .parse(body)
        .contacts.map(({ contact, block_forward: blocked }) => ({ ...splitContact(contact), blocked })),
  },
});
