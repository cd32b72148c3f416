import { z } from '@hono/zod-openapi';
import { foreign } from '#api/foreign/foreign-errors.ts';
import { route } from '#api/route.ts';

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

/** What accounts of addy.io have, and those of Kauke do not. Its apps ask for each when its screen opens. */
const emptyLists = [
  'usernames',
  'domains',
  'rules',
  'failed-deliveries',
  'blocklist',
  'labels',
  'account-notifications',
] as const;

const emptyPageSize = 100;

export const emptyListRoutes = emptyLists.map((name) =>
  route(
    `GET /api/v1/${name}`,
    {
      ...foreign,
      access: 'key-only',
      answer: pageSchema(z.object({})),
      description: 'Always empty: Kauke has no such thing',
    },
    ({ core }) => {
      const path = `${core.settings.publicUrl}/api/v1/${name}`;
      return paginate<never>([], { path, query: {}, page: 1, size: emptyPageSize, total: 0 });
    },
  ),
);
