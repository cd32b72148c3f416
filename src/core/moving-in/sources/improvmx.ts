import { z } from 'zod';
import { moveLimits } from '#contract/moves/move-limits.ts';
import { defineSource, plainAlias, type SourceAlias, text } from '#core/moving-in/sources/source.ts';

const aliasSchema = z.object({ alias: z.string(), forward: text });
const total = z.int().nullish();
const domainsSchema = z.object({ domains: z.array(z.object({ domain: z.string() })), total });
const aliasesSchema = z.object({ aliases: z.array(aliasSchema), total });

const cursorSchema = z.object({
  step: z.enum(['domains', 'aliases']),
  page: z.int(),
  /** Aliases of this domain that were listed. */
  listed: z.int(),
  /** Domains whose aliases are still to be read. */
  of: z.array(z.string()),
});
type Cursor = z.infer<typeof cursorSchema>;

function aliasesOf(of: readonly string[]): Cursor | null {
  return of.length === 0 ? null : { step: 'aliases', page: 1, listed: 0, of: [...of] };
}

/** There is no switch to turn an alias off, and no note. `*` takes any name. */
function aliasOf({ alias, forward }: z.infer<typeof aliasSchema>, domain: string): SourceAlias {
  const inboxes = forward
    .split(',')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  return { ...plainAlias, address: `${alias}@${domain}`, inboxes, pattern: alias.includes('*') };
}

function readDomains(body: unknown, cursor: Cursor) {
  const page = domainsSchema.parse(body);
  const found = page.domains.map(({ domain }) => domain.toLowerCase()).filter((name) => !cursor.of.includes(name));
  const of = [...cursor.of, ...new Set(found)];
  if (of.length > moveLimits.domainsMax) throw new Error('Too many domains');
  const isLast = found.length === 0 || of.length >= (page.total ?? Infinity);
  const next = isLast ? aliasesOf(of) : { ...cursor, page: cursor.page + 1, of };
  return { aliases: [], domains: found.map((name) => ({ name, catchAll: false })), next, after: next };
}

function readAliases(body: unknown, cursor: Cursor) {
  const page = aliasesSchema.parse(body);
  const [domain = '', ...others] = cursor.of;
  const after = aliasesOf(others);
  const listed = cursor.listed + page.aliases.length;
  const isLast = page.aliases.length === 0 || listed >= (page.total ?? Infinity);
  const next = isLast ? after : { ...cursor, page: cursor.page + 1, listed };
  const catchAll = page.aliases.some(({ alias }) => alias === '*');
  const domains = catchAll ? [{ name: domain, catchAll }] : [];
  return { aliases: page.aliases.map((alias) => aliasOf(alias, domain)), domains, next, after };
}

/** ImprovMX: version 3 of its API. All its domains are their owners'. */
export const improvmx = defineSource<Cursor>({
  service: 'improvmx',
  ownPath: null,
  headers: (apiKey) => ({ Authorization: `Basic ${Buffer.from(`api:${apiKey}`).toString('base64')}` }),
  cursor: cursorSchema,
  start: { step: 'domains', page: 1, listed: 0, of: [] },
  call: ({ step, page, of }) =>
    step === 'domains'
      ? `/domains?limit=100&page=${page}`
      : `/domains/${encodeURIComponent(of[0] ?? '')}/aliases?limit=100&page=${page}`,
  read: (body, cursor) => (cursor.step === 'domains' ? readDomains(body, cursor) : readAliases(body, cursor)),
  contacts: null,
});
