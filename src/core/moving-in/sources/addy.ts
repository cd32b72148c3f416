import { z } from 'zod';
import { moveLimits } from '#contract/moves/move-limits.ts';
import { amount, defineSource, plainAlias, type SourceAlias, text } from '#core/moving-in/sources/source.ts';

const recipientSchema = z.object({ id: z.string(), email: z.string() });
/** Its API has the fingerprint of a key, and not the key. */
const listedRecipientSchema = recipientSchema.extend({ should_encrypt: z.boolean().catch(false) });
const aliasSchema = z.object({
  email: z.string(),
  active: z.boolean(),
  description: text,
  deleted_at: z.string().nullish(),
  aliasable_id: z.string().nullish(),
  recipients: z.array(recipientSchema).nullish(),
  emails_forwarded: amount,
  emails_replied: amount,
  /** Of the hosted service alone. */
  labels: z.array(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])).catch([]),
});

/** What may hold aliases: a domain of one's own, or a user name, whose names end in a domain of the service. */
const holderSchema = z.object({
  id: z.string(),
  domain: z.string().nullish(),
  catch_all: z.boolean().catch(false),
  default_recipient: recipientSchema.nullish(),
});
const holdersSchema = z.object({ data: z.array(holderSchema).max(moveLimits.domainsMax) });

/** `defaults`: where aliases go that name no recipient, by what holds them; of all others under the empty name. */
const factsSchema = z.object({ defaults: z.record(z.string(), z.string()) });
const cursorSchema = factsSchema.extend({
  step: z.enum(['account', 'recipients', 'domains', 'usernames', 'aliases']),
  page: z.int(),
  /** The default recipient of the account. */
  recipient: z.string(),
});
type Cursor = z.infer<typeof cursorSchema>;

const paths: Readonly<Record<Exclude<Cursor['step'], 'aliases'>, string>> = {
  account: '/account-details',
  recipients: '/recipients',
  domains: '/domains',
  usernames: '/usernames',
};

function aliasOf(alias: z.infer<typeof aliasSchema>, { defaults }: Cursor): SourceAlias {
  const named = (alias.recipients ?? []).map(({ email }) => email);
  const held = alias.aliasable_id ?? '';
  const usual = defaults[Object.hasOwn(defaults, held) ? held : ''];
  return {
    ...plainAlias,
    address: alias.email,
    note: alias.description,
    inboxes: named.length > 0 || usual === undefined ? named : [usual],
    labels: alias.labels,
    active: alias.active,
    deleted: (alias.deleted_at ?? null) !== null,
    uses: alias.emails_forwarded + alias.emails_replied,
  };
}

function readHolders(body: unknown, cursor: Cursor) {
  const { data } = holdersSchema.parse(body);
  const own = data.flatMap((one) => (one.default_recipient ? [[one.id, one.default_recipient.email] as const] : []));
  const domains = data.flatMap(({ domain, catch_all: catchAll }) =>
    domain ? [{ name: domain.toLowerCase(), catchAll }] : [],
  );
  return { defaults: { ...cursor.defaults, ...Object.fromEntries(own) }, domains };
}

function readAliases(body: unknown, cursor: Cursor) {
  const page = z.object({ data: z.array(aliasSchema), meta: z.object({ last_page: z.int() }).nullish() }).parse(body);
  const isLast = page.data.length === 0 || (page.meta?.last_page ?? Infinity) <= cursor.page;
  const next = isLast ? null : { ...cursor, page: cursor.page + 1 };
  return { aliases: page.data.map((alias) => aliasOf(alias, cursor)), domains: [], next, after: null };
}

/** addy.io, and servers that run it. */
export const addy = defineSource<Cursor>({
  service: 'addy',
  ownPath: '/api/v1',
  headers: (apiKey) => ({ Authorization: `Bearer ${apiKey}`, 'X-Requested-With': 'XMLHttpRequest' }),
  cursor: cursorSchema,
  start: { step: 'account', page: 1, recipient: '', defaults: {} },
  call: ({ step, page }) =>
    step === 'aliases'
      ? `/aliases?filter[deleted]=with&page[size]=100&page[number]=${page}&with=recipients`
      : paths[step],
  read: (body, cursor) => {
    const goOn = (next: Cursor) => ({ aliases: [], domains: [], next, after: next });
    switch (cursor.step) {
      case 'account': {
        const account = z.object({ data: z.object({ default_recipient_id: text }) }).parse(body).data;
        return goOn({ ...cursor, step: 'recipients', recipient: account.default_recipient_id });
      }
      case 'recipients': {
        const { data } = z.object({ data: z.array(listedRecipientSchema).max(moveLimits.aliasesMax) }).parse(body);
        const usual = data.find(({ id }) => id === cursor.recipient);
        const encrypted = data.filter((one) => one.should_encrypt).map(({ email }) => email);
        const defaults = usual === undefined ? {} : { '': usual.email };
        return { ...goOn({ ...cursor, step: 'domains', defaults }), encrypted };
      }
      case 'domains': {
        const { defaults, domains } = readHolders(body, cursor);
        return { ...goOn({ ...cursor, step: 'usernames', defaults }), domains };
      }
      case 'usernames':
        return goOn({ ...cursor, step: 'aliases', defaults: readHolders(body, cursor).defaults });
      case 'aliases':
        return readAliases(body, cursor);
    }
  },
  contacts: null,
});
