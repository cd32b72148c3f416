import { sql } from 'kysely';
import type { ApiKey } from '#contract/api-keys.ts';

/** Columns of `api_keys` that its owner sees. The day as text: it has no time and no zone. */
export const apiKeyColumns = [
  'id',
  'name',
  'createdAt',
  'expiresAt',
  sql<string | null>`to_char(last_used_on, 'YYYY-MM-DD')`.as('lastUsedOn'),
] as const;

export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedOn: string | null;
}

export function isExpired({ expiresAt }: Pick<ApiKeyRow, 'expiresAt'>, nowMs: number): boolean {
  return expiresAt !== null && expiresAt.getTime() <= nowMs;
}

/** An API key as its owner sees it. */
export function apiKeyView(row: ApiKeyRow, nowMs: number): ApiKey {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    expired: isExpired(row, nowMs),
    lastUsedOn: row.lastUsedOn,
  };
}
