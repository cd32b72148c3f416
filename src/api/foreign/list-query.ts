import { z } from '@hono/zod-openapi';
import type { AliasQuery, AliasSort } from '#core/aliases/read-aliases.ts';
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

const flagText = z.enum(['', 'true', 'false', '1', '0'], { error: foreignFaults.flag }).optional();

/** By which of ours each order of theirs goes. What Kauke does not count is alike for all, so the age decides. */
const sorts: Readonly<Record<string, AliasSort>> = {
  local_part: 'email',
  domain: 'domain',
  email: 'email',
  active: 'active',
  created_at: 'createdAt',
  updated_at: 'createdAt',
  deleted_at: 'createdAt',
  emails_forwarded: 'createdAt',
  emails_blocked: 'createdAt',
  emails_replied: 'createdAt',
  emails_sent: 'createdAt',
  last_forwarded: 'createdAt',
  last_blocked: 'createdAt',
  last_replied: 'createdAt',
  last_sent: 'createdAt',
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
  recipient: z.uuid({ error: foreignFaults.recipient }).optional(),
});
export type AliasListQuery = z.infer<typeof aliasListQuerySchema>;

function flag(text: string | undefined): boolean | null {
  return text ? text === 'true' || text === '1' : null;
}

/** What a list is asked for; the same in our words. */
export function readListQuery(query: AliasListQuery): AliasQuery {
  const sort = query.sort || '-created_at';
  return {
    active: flag(query['filter[active]']),
    pinned: flag(query['filter[pinned]']),
    search: query['filter[search]']?.trim() || null,
    targetId: query.recipient ?? null,
    sort: sorts[sort.replace(/^-/, '')] ?? 'createdAt',
    descending: sort.startsWith('-'),
    page: Number(query['page[number]'] || 1),
    size: Number(query['page[size]'] || maxSize),
  };
}
