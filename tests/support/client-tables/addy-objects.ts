import { z } from 'zod';
import { aliasAnswer, aliasPage, anyPage, recipientAnswer } from '#support/foreign-clients/answers.ts';

/** What the apps of addy.io need of an answer beside what `foreign-clients/answers` holds: one field missing, and the whole answer fails. */

const time = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/u);
const count = z.int().nonnegative();
const recipient = recipientAnswer.shape.data;

const domainLike = z.object({
  id: z.string(),
  user_id: z.string(),
  description: z.string().nullable(),
  from_name: z.string().nullable(),
  auto_create_regex: z.string().nullable(),
  active: z.boolean(),
  catch_all: z.boolean(),
  aliases_count: count.nullish(),
  default_recipient: recipient.nullable(),
  created_at: time,
  updated_at: time,
});
const domain = domainLike.extend({
  domain: z.string().min(1),
  domain_verified_at: time.nullable(),
  domain_mx_validated_at: time.nullable(),
  domain_sending_verified_at: time.nullable(),
});
const username = domainLike.extend({ username: z.string().min(1), can_login: z.boolean() });

export const domainAnswer = z.object({ data: domain });
export const domainPage = anyPage.extend({ data: z.array(domain).min(1) });
export const usernameAnswer = z.object({ data: username });
export const usernamePage = anyPage.extend({ data: z.array(username).min(1) });

/** The extension reads part of an alias alone. */
const shownAlias = aliasAnswer.shape.data.pick({
  id: true,
  local_part: true,
  extension: true,
  domain: true,
  email: true,
  active: true,
  pinned: true,
  description: true,
  deleted_at: true,
  created_at: true,
  emails_forwarded: true,
  emails_blocked: true,
  emails_replied: true,
  emails_sent: true,
  last_forwarded: true,
  last_blocked: true,
  last_replied: true,
  last_sent: true,
});
export const shownAliasAnswer = z.object({ data: shownAlias });
export const shownAliasPage = z.object({
  data: z.array(shownAlias),
  meta: aliasPage.shape.meta.pick({ total: true }),
  links: aliasPage.shape.links.pick({ next: true }),
});
export const shownRecipients = z.object({ data: z.array(recipient.pick({ id: true, email: true })).min(1) });

/** All that password managers read. */
export const madeAddress = z.object({ data: z.object({ email: z.email() }) });
