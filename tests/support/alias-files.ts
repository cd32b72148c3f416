import { expect } from 'vitest';
import { aliasesResponseSchema, type Alias } from '#contract/aliases.ts';
import { importResponseSchema, type ImportReport } from '#contract/export.ts';
import type { Answer } from '#support/api.ts';
import type { Person } from '#support/use-api.ts';

export async function addAlias({ visitor, userId }: Person, alias: string, more: object = {}): Promise<void> {
  const input = { alias, domain: 'kauke.test', forwardTo: 'box@example.org', ...more };
  expect(await visitor.send('POST', `/api/aliases/${userId}`, input)).toMatchObject({ status: 201 });
}

export async function aliasesOf({ visitor, userId }: Person): Promise<Alias[]> {
  return aliasesResponseSchema.parse((await visitor.send('GET', `/api/aliases/${userId}`)).body).aliases;
}

export function sendImport({ visitor }: Person, csv: string, more: object = {}): Promise<Answer> {
  return visitor.send('POST', '/api/account/import', { csv, domain: 'kauke.test', dryRun: false, ...more });
}

export async function importReport(person: Person, csv: string, more: object = {}): Promise<ImportReport> {
  const answer = await sendImport(person, csv, more);
  expect(answer.status).toBe(200);
  return importResponseSchema.strict().parse(answer.body).report;
}

export function outcomes({ rows }: ImportReport): string[] {
  return rows.map((row) => `${row.row} ${row.alias} ${row.outcome}`);
}
