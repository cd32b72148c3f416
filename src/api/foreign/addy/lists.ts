import { z } from '@hono/zod-openapi';
import { foreign } from '#api/foreign/foreign-errors.ts';
import { route } from '#api/route.ts';
import type { AliasQuery, AliasSort } from '#core/aliases/clients/read-alias-page.ts';
import { foreignFaults } from '#messages/faults.ts';

const maxSize = 100;
const maxSearch = 100;

function isNumber(text: string, max: number): boolean {
  return /^[1-9]\d{0,6}$/.test(text) && Number(text) <= max;
}

/** What may be left empty as well as left out. */
function numberText(max: number, fault: string) {
  return z
    .string()
    .refine((text) => text === '' || isNumber(text, max), fault)
    .optional();
}

function idText(fault: string) {
  return z.union([z.literal(''), z.uuid()], { error: fault }).optional();
}

const flagText = z.enum(['', 'true', 'false', '1', '0'], { error: foreignFaults.flag }).optional();

/** Sort orders of addy.io, with ours for each. Without counts (`countMail`) orders by mail make all aliases equal, and their age decides. */
const sorts: Readonly<Record<string, AliasSort>> = {
  local_part: 'email',
  domain: 'domain',
  email: 'email',
  active: 'active',
  created_at: 'createdAt',
  updated_at: 'createdAt',
  deleted_at: 'binnedAt',
  emails_forwarded: 'forwarded',
  emails_blocked: 'dropped',
  emails_replied: 'replied',
  emails_sent: 'createdAt',
  last_forwarded: 'lastForwarded',
  last_blocked: 'lastDropped',
  last_replied: 'lastReplied',
  last_sent: 'createdAt',
  last_used: 'lastUsed',
};
const sortNames = Object.keys(sorts).flatMap((name) => [name, `-${name}`]);

export const aliasListQuerySchema = z.object({
  'page[number]': numberText(9_999_999, foreignFaults.page),
  'page[size]': numberText(maxSize, foreignFaults.pageSize(maxSize)),
  'filter[deleted]': z.enum(['', 'with', 'without', 'only'], { error: foreignFaults.trashed }).optional(),
  'filter[active]': flagText,
  'filter[pinned]': flagText,
  'filter[search]': z
    .string()
    .max(maxSearch, foreignFaults.searchTooLong(maxSearch))
    .refine((text) => text.isWellFormed() && !text.includes('\0'), foreignFaults.searchBroken)
    .optional(),
  sort: z.enum(['', ...sortNames], { error: foreignFaults.sort }).optional(),
  /** Id of an inbox that they are forwarded to. */
  recipient: idText(foreignFaults.recipient),
  /** Id of a domain of the account, or of one of its sub-domains. */
  domain: idText(foreignFaults.domain),
  username: idText(foreignFaults.domain),
});
type AliasListQuery = z.infer<typeof aliasListQuerySchema>;

function flag(text: string | undefined): boolean | null {
  return text ? text === 'true' || text === '1' : null;
}

const whereabouts = { with: 'any', without: 'live', only: 'binned' } as const;

/** What a list is asked for; the same in our words. */
export function readListQuery(query: AliasListQuery): AliasQuery {
  const sort = query.sort || '-created_at';
  return {
    whereabouts: whereabouts[query['filter[deleted]'] || 'without'],
    active: flag(query['filter[active]']),
    pinned: flag(query['filter[pinned]']),
    search: query['filter[search]']?.trim() || null,
    targetId: query.recipient || null,
    domainId: query.domain || query.username || null,
    sort: sorts[sort.replace(/^-/, '')] ?? 'createdAt',
    descending: sort.startsWith('-'),
    page: Number(query['page[number]'] || 1),
    size: Number(query['page[size]'] || maxSize),
  };
}

const url = z.string();

/** One page of a list, as Laravel's paginator writes it. */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    links: z.object({ first: url, last: url, prev: url.nullable(), next: url.nullable() }),
    meta: z.object({
      current_page: z.int(),
      from: z.int().nullable(),
      last_page: z.int(),
      links: z.array(z.object({ url: url.nullable(), label: z.string(), active: z.boolean() })),
      path: url,
      per_page: z.int(),
      to: z.int().nullable(),
      total: z.int(),
    }),
  });
}

interface PagePlace {
  /** Of the list, without a query. */
  readonly path: string;
  /** The query that was asked, by name. */
  readonly query: Readonly<Record<string, string>>;
  /** From 1. */
  readonly page: number;
  readonly size: number;
  /** Of all pages. */
  readonly total: number;
}

export function paginate<Item>(data: Item[], { path, query, page, size, total }: PagePlace) {
  const lastPage = Math.max(1, Math.ceil(total / size));
  const urlOf = (number: number): string =>
    `${path}?${new URLSearchParams({ ...query, 'page[number]': String(number) }).toString()}`;
  const first = (page - 1) * size + 1;
  const prev = page > 1 ? urlOf(page - 1) : null;
  const next = page < lastPage ? urlOf(page + 1) : null;
  return {
    data,
    links: { first: urlOf(1), last: urlOf(lastPage), prev, next },
    meta: {
      current_page: page,
      from: data.length === 0 ? null : first,
      last_page: lastPage,
      links: [
        { url: prev, label: 'Previous', active: false },
        { url: urlOf(page), label: String(page), active: true },
        { url: next, label: 'Next', active: false },
      ],
      path,
      per_page: size,
      to: data.length === 0 ? null : first + data.length - 1,
      total,
    },
  };
}

const listQueryShape = {
  'page[number]': aliasListQuerySchema.shape['page[number]'],
  'page[size]': aliasListQuerySchema.shape['page[size]'],
};

/** Of lists that have pages and are short. */
export const pageQuerySchema = z.object(listQueryShape);

/** One page of a list that is at hand as a whole. */
export function pageOf<Item>(
  items: readonly Item[],
  path: string,
  query: Readonly<z.infer<typeof pageQuerySchema>> & Readonly<Record<string, string | undefined>>,
) {
  const page = Number(query['page[number]'] || 1);
  const size = Number(query['page[size]'] || maxSize);
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  const place = { path, query: Object.fromEntries(given), page, size, total: items.length };
  return paginate(items.slice((page - 1) * size, page * size), place);
}

/** What accounts of addy.io have, and those of Kauke do not. Its apps ask for each when its screen opens. */
const emptyLists = ['failed-deliveries', 'account-notifications'] as const;

export const emptyListRoutes = emptyLists.map((name) =>
  route(
    `GET /api/v1/${name}`,
    {
      ...foreign,
      access: 'key-only',
      scope: 'aliases',
      query: pageQuerySchema,
      answer: pageSchema(z.object({})),
      description: 'Always empty: Kauke has no such thing',
    },
    ({ core, query }) => pageOf<never>([], `${core.settings.publicUrl}/api/v1/${name}`, query),
  ),
);
