import { expect } from 'vitest';
import { z } from 'zod';
import type { NewApiKeyResponse } from '#contract/account.ts';
import { createVisitor, type TestApi, type Visitor } from '#support/api.ts';
import { tokenOf, type TestCore } from '#support/core.ts';

/** Clients of SimpleLogin: the header `Authentication`, whole numbers for ids, and what they read of an answer. */

export const clientPassword = 'correct horse';

/** By its key; `visitor`: its owner, signed in. */
export interface Client extends Visitor {
  readonly visitor: Visitor;
  readonly key: string;
}

/** What they do without, the whole answer fails: each field of its type, and null only where it may be. */
export const mailbox = z.object({ id: z.int32().positive(), email: z.string() });
export const alias = z.object({
  id: z.int32().positive(),
  email: z.email(),
  enabled: z.boolean(),
  creation_date: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00:00$/u),
  creation_timestamp: z.int(),
  nb_block: z.int(),
  nb_forward: z.int(),
  nb_reply: z.int(),
  support_pgp: z.boolean(),
  disable_pgp: z.boolean(),
  pinned: z.boolean(),
  mailboxes: z.array(mailbox).min(1),
  name: z.string().nullable(),
  note: z.string().nullable(),
  latest_activity: z.null(),
});
export const newAlias = alias.extend({ alias: z.email() });
export const aliasList = z.object({ aliases: z.array(alias) });
export const mailboxList = z.object({
  mailboxes: z.array(
    mailbox.extend({
      default: z.boolean(),
      verified: z.boolean(),
      creation_timestamp: z.int(),
      nb_alias: z.int(),
    }),
  ),
});
export const contact = z.object({
  id: z.int32().positive(),
  contact: z.email(),
  creation_timestamp: z.int(),
  reverse_alias: z.string().regex(/^"[^"@]+ at [^"]+" <[^<>]+>$/u),
  reverse_alias_address: z.string(),
  block_forward: z.boolean(),
  existed: z.boolean(),
});
export const refusal = z.strictObject({
  error: z.string().min(1),
  code: z.string(),
  errors: z.unknown().optional(),
});

/** Somebody whose inbox is confirmed, and a key of theirs. */
export async function createClient(test: TestCore, api: Pick<TestApi, 'url'>, email: string): Promise<Client> {
  const visitor = createVisitor(api);
  await visitor.send('POST', '/api/auth/register', { email, password: clientPassword });
  const token = tokenOf(test.mails.findLast(({ recipient }) => recipient === email));
  await visitor.send('POST', '/api/targets/confirm', { token });
  const made = await visitor.send('POST', '/api/api-keys', { name: 'Phone', scope: 'aliases' });
  const { key } = (made.body as NewApiKeyResponse).apiKey;
  const program = createVisitor(api);
  const send: Visitor['send'] = (method, path, body, headers) =>
    program.send(method, path, body, { authentication: key, ...headers });
  return { visitor, key, send };
}

/** The answer as such a client reads it. */
export async function ask<Schema extends z.ZodType>(
  who: Visitor,
  [method, path]: readonly [string, string],
  schema: Schema,
  { body, status = 200 }: { readonly body?: unknown; readonly status?: number } = {},
): Promise<z.output<Schema>> {
  const answer = await who.send(method, path, body);
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBe(status);
  return schema.parse(answer.body);
}

export async function makeRandom(who: Visitor) {
  const body = { note: 'For boots' };
  return ask(who, ['POST', '/api/alias/random/new?hostname'], newAlias, { body, status: 201 });
}

export const userInfo = z.object({
  name: z.string().min(1),
  email: z.string().min(1),
  is_premium: z.boolean(),
  in_trial: z.boolean(),
  max_alias_free_plan: z.int32(),
  profile_picture_url: z.string().nullable(),
  connected_proton_address: z.string().nullable(),
  can_create_reverse_alias: z.boolean(),
});
