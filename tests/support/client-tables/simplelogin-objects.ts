import { z } from 'zod';

/** What the clients of SimpleLogin need of an answer; its iOS app fails where one field is missing, null or of another type. */

const id = z.int32().positive();
const seconds = z.int().positive();
const mailboxOfAlias = z.object({ id, email: z.string().min(1) });
const contactOfActivity = z.object({ email: z.string(), name: z.string().nullable(), reverse_alias: z.string() });

export const alias = z.object({
  id,
  email: z.email(),
  enabled: z.boolean(),
  creation_date: z.string(),
  creation_timestamp: seconds,
  nb_block: z.int(),
  nb_forward: z.int(),
  nb_reply: z.int(),
  support_pgp: z.boolean(),
  disable_pgp: z.boolean(),
  pinned: z.boolean(),
  mailboxes: z.array(mailboxOfAlias).min(1),
  name: z.string().nullable(),
  note: z.string().nullable(),
  latest_activity: z
    .object({
      action: z.enum(['forward', 'reply', 'block', 'bounced']),
      timestamp: seconds,
      contact: contactOfActivity,
    })
    .nullable(),
});
export const newAlias = alias.extend({ alias: z.email() });
export const aliasList = z.object({ aliases: z.array(alias) });
export const mailbox = z.object({
  id,
  email: z.string().min(1),
  default: z.boolean(),
  verified: z.boolean(),
  creation_timestamp: seconds,
  nb_alias: z.int(),
});
export const mailboxList = z.object({ mailboxes: z.array(mailbox).min(1) });
export const contact = z.object({
  id,
  contact: z.string(),
  creation_date: z.string(),
  creation_timestamp: seconds,
  reverse_alias: z.string().regex(/^"[^"@]+ at [^"]+" <[^<>]+>$/u),
  reverse_alias_address: z.string().min(1),
  block_forward: z.boolean(),
  last_email_sent_timestamp: seconds.nullable(),
  existed: z.boolean(),
});
export const noContacts = z.object({ contacts: z.array(contact).max(0) });
export const noActivities = z.object({ activities: z.array(z.unknown()).max(0) });
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
export const setting = z.object({
  alias_generator: z.enum(['word', 'uuid']),
  notification: z.boolean(),
  random_alias_default_domain: z.string().min(1),
  sender_format: z.enum(['A', 'AT', 'NAME_ONLY', 'AT_ONLY', 'NO_NAME']),
  random_alias_suffix: z.enum(['word', 'random_string']),
});
export const settingDomains = z.array(z.object({ domain: z.string().min(1), is_custom: z.boolean() })).min(1);
const suffix = z.object({
  suffix: z.string().regex(/^\.?[\w.-]*@[\w.-]+$/u),
  signed_suffix: z.string().min(1),
  is_custom: z.boolean(),
  is_premium: z.boolean(),
});
export const options5 = z.object({
  can_create: z.boolean(),
  prefix_suggestion: z.string(),
  suffixes: z.array(suffix).min(1),
});
export const options4 = options5.extend({ suffixes: z.array(z.tuple([z.string(), z.string()])).min(1) });
const customDomain = z.object({
  id,
  domain_name: z.string().min(1),
  creation_timestamp: seconds,
  nb_alias: z.int(),
  is_verified: z.boolean(),
  catch_all: z.boolean(),
  random_prefix_generation: z.boolean(),
  mailboxes: z.array(mailboxOfAlias).min(1),
  name: z.string().nullable(),
});
export const customDomains = z.object({ custom_domains: z.array(customDomain).min(1) });
export const changedDomain = z.object({ custom_domain: customDomain });
export const trash = z.object({ aliases: z.array(z.object({ alias: z.string(), deletion_timestamp: seconds })) });

export const signedIn = z.object({
  name: z.string(),
  email: z.string(),
  mfa_enabled: z.literal(false),
  mfa_key: z.string().nullable(),
  api_key: z.string().min(1),
});
export const asksForCode = signedIn.extend({
  mfa_enabled: z.literal(true),
  mfa_key: z.string().min(1),
  api_key: z.null(),
});
export const keyAfterCode = z.object({ api_key: z.string().min(1), name: z.string(), email: z.string() });

export const message = z.object({ msg: z.string().min(1) });
export const ok = z.object({ ok: z.boolean() });
export const deleted = z.object({ deleted: z.boolean() });
export const updated = z.object({ updated: z.boolean() });
export const enabled = z.object({ enabled: z.boolean() });
export const blocked = z.object({ block_forward: z.boolean() });
export const stats = z.object({ nb_alias: z.int(), nb_block: z.int(), nb_forward: z.int(), nb_reply: z.int() });
/** What any of them shows. */
export const reason = z.object({ error: z.string().min(1) });
/** What nobody reads: such clients go by the status alone. */
export const unread = z.object({});
