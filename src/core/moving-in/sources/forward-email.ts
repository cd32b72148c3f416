import { z } from 'zod';
import { moveLimits } from '#contract/moves/move-limits.ts';
import { defineSource, plainAlias, type SourceAlias, text } from '#core/moving-in/sources/source.ts';

const aliasSchema = z.object({
  name: z.string(),
  description: text,
  labels: z.array(z.string()).catch([]),
  recipients: z.array(z.string()).catch([]),
  is_enabled: z.boolean(),
});

const cursorSchema = z.object({
  step: z.enum(['account', 'domains', 'aliases']),
  page: z.int(),
  /** The account's address: where aliases go that name no recipient. */
  email: z.string(),
  /** Domains whose aliases are still to be read. */
  of: z.array(z.string()),
});
type Cursor = z.infer<typeof cursorSchema>;

/** No page is shorter but the last one. */
const pageMin = 10;

function aliasesOf(cursor: Cursor, of: readonly string[]): Cursor | null {
  return of.length === 0 ? null : { ...cursor, step: 'aliases', page: 1, of: [...of] };
}

/** A name is one, `*`, or a regular expression between slashes. */
function aliasOf({ name, ...alias }: z.infer<typeof aliasSchema>, domain: string, email: string): SourceAlias {
  const pattern = name === '*' || name.startsWith('/');
  const inboxes = alias.recipients.length > 0 || email === '' ? alias.recipients : [email];
  const { description: note, labels, is_enabled: active } = alias;
  return { ...plainAlias, address: `${name}@${domain}`, note, inboxes, labels, active, pattern };
}

function readDomains(body: unknown, cursor: Cursor) {
  const found = z.array(z.object({ name: z.string() })).parse(body);
  const names = found.map(({ name }) => name.toLowerCase()).filter((name) => !cursor.of.includes(name));
  const of = [...cursor.of, ...new Set(names)];
  if (of.length > moveLimits.domainsMax) throw new Error('Too many domains');
  const isLast = names.length === 0 || found.length < pageMin;
  const next = isLast ? aliasesOf(cursor, of) : { ...cursor, page: cursor.page + 1, of };
  return { aliases: [], domains: names.map((name) => ({ name, catchAll: false })), next, after: next };
}

function readAliases(body: unknown, cursor: Cursor) {
  const found = z.array(aliasSchema).parse(body);
  const [domain = '', ...others] = cursor.of;
  const after = aliasesOf(cursor, others);
  const aliases = found.map((alias) => aliasOf(alias, domain, cursor.email));
  const catchAll = found.some(({ name, is_enabled: on }) => name === '*' && on);
  const next = found.length < pageMin ? after : { ...cursor, page: cursor.page + 1 };
  return { aliases, domains: catchAll ? [{ name: domain, catchAll }] : [], next, after };
}

/** Forward Email, and servers that run it. All its domains are their owners'. */
export const forwardEmail = defineSource<Cursor>({
  service: 'forward-email',
  ownPath: '',
  headers: (apiKey) => ({ Authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` }),
  cursor: cursorSchema,
  start: { step: 'account', page: 1, email: '', of: [] },
  call: ({ step, page, of }) => {
    if (step === 'account') return '/v1/account';
    if (step === 'domains') return `/v1/domains?page=${page}`;
    return `/v1/domains/${encodeURIComponent(of[0] ?? '')}/aliases?page=${page}`;
  },
  read: (body, cursor) => {
    if (cursor.step === 'domains') return readDomains(body, cursor);
    if (cursor.step === 'aliases') return readAliases(body, cursor);
    const next: Cursor = { ...cursor, step: 'domains', email: z.object({ email: z.string() }).parse(body).email };
    return { aliases: [], domains: [], next, after: next };
  },
  contacts: null,
});
