import { z } from 'zod';

/** What clients of other services read of an answer, as their own code and the documents of those services say. */

const uuid = z.uuid();
const count = z.int().nonnegative();
/** `2026-01-31 08:00:00` */
const time = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const url = z.url();

const recipient = z.object({
  id: uuid,
  user_id: uuid,
  email: z.email(),
  can_reply_send: z.boolean(),
  should_encrypt: z.boolean(),
  inline_encryption: z.boolean(),
  protected_headers: z.boolean(),
  remove_pgp_keys: z.boolean(),
  remove_pgp_signatures: z.boolean(),
  fingerprint: z.string().nullable(),
  email_verified_at: time.nullable(),
  created_at: time,
  updated_at: time,
});

const aliasResource = z.object({
  id: uuid,
  user_id: uuid,
  aliasable_id: uuid.nullable(),
  aliasable_type: z.string().nullable(),
  local_part: z.string().min(1),
  extension: z.string().nullable(),
  domain: z.string().min(1),
  email: z.email(),
  active: z.boolean(),
  pinned: z.boolean(),
  description: z.string().nullable(),
  from_name: z.string().nullable(),
  attached_recipients_only: z.boolean(),
  emails_forwarded: count,
  emails_blocked: count,
  emails_replied: count,
  emails_sent: count,
  recipients: z.array(recipient),
  last_forwarded: time.nullable(),
  last_blocked: time.nullable(),
  last_replied: time.nullable(),
  last_sent: time.nullable(),
  created_at: time,
  updated_at: time,
  deleted_at: time.nullable(),
});

export const aliasAnswer = z.object({ data: aliasResource });

const page = z.object({
  links: z.object({ first: url.nullable(), last: url.nullable(), prev: url.nullable(), next: url.nullable() }),
  meta: z.object({
    current_page: z.int().positive(),
    from: z.int().positive().nullable(),
    last_page: z.int().positive(),
    links: z.array(z.object({ url: url.nullable(), label: z.string(), active: z.boolean() })),
    path: url,
    per_page: z.int().positive(),
    to: z.int().positive().nullable(),
    total: count,
  }),
});

export const aliasPage = page.extend({ data: z.array(aliasResource) });
export const emptyPage = page.extend({ data: z.array(z.unknown()).max(0) });

export const bulkAnswer = z.object({ message: z.string().min(1), ids: z.array(uuid).min(1) });
export const aliasList = z.object({ data: z.array(aliasResource).min(1) });
const blockedSender = z.object({
  id: uuid,
  user_id: uuid,
  value: z.string(),
  type: z.string(),
  created_at: time,
  updated_at: time,
});
export const blocklistEntry = z.object({ data: blockedSender });
export const blocklistPage = page.extend({ data: z.array(blockedSender).min(1) });
export const ruleAnswer = z.object({
  data: z.object({
    id: uuid,
    user_id: uuid,
    name: z.string(),
    operator: z.string(),
    created_at: time,
    updated_at: time,
    order: count,
    applied: count,
    forwards: z.boolean(),
    replies: z.boolean(),
    sends: z.boolean(),
    active: z.boolean(),
    last_applied: z.string().nullable(),
    conditions: z.array(z.object({ type: z.string(), match: z.string(), values: z.array(z.string()) })),
    actions: z.array(z.object({ type: z.string(), value: z.union([z.string(), z.boolean()]) })),
  }),
});
export const message = z.object({ message: z.string().min(1) });
export const ruleList = z.object({ data: z.array(ruleAnswer.shape.data).min(1) });
export const rulePage = page.extend({ data: ruleList.shape.data });
export const anyPage = page.extend({ data: z.array(z.unknown()) });

export const recipientList = z.object({ data: z.array(recipient).min(1) });
export const recipientAnswer = z.object({ data: recipient });

export const domainOptions = z.object({
  data: z.array(z.string()).min(1),
  sharedDomains: z.array(z.string()),
  defaultAliasDomain: z.string().min(1),
  defaultAliasFormat: z.string().min(1),
});

export const keyAnswer = z.object({
  api_key: z.string().min(1),
  name: z.string(),
  created_at: time,
  expires_at: time.nullable(),
});

export const mfaAnswer = z.object({
  message: z.string().min(1),
  mfa_key: z.string().min(1),
  csrf_token: z.string().min(1),
});

export const appVersion = z
  .object({ version: z.string(), major: count, minor: count, patch: count })
  .refine(({ major, minor }) => major > 1 || (major === 1 && minor >= 5), 'The apps refuse what is older than 1.5.0');

export const tokenDetails = z.object({ name: z.string(), created_at: time, expires_at: time.nullable() });

/** The app's model takes null for what is nullable here and for nothing else. */
export const accountDetails = z.object({
  data: z.object({
    id: uuid,
    username: z.string().min(1),
    from_name: z.string().nullable(),
    email_subject: z.string().nullable(),
    banner_location: z.string(),
    bandwidth: count,
    username_count: count,
    username_limit: count,
    default_username_id: z.string().min(1),
    default_recipient_id: uuid,
    default_alias_domain: z.string().min(1),
    default_alias_format: z.string().min(1),
    subscription: z.string().nullable(),
    subscription_ends_at: z.string().nullable(),
    bandwidth_limit: count,
    recipient_count: count,
    recipient_limit: count.nullable(),
    active_domain_count: count,
    active_domain_limit: count.nullable(),
    active_shared_domain_alias_count: count,
    active_shared_domain_alias_limit: count.nullable(),
    active_rule_count: count,
    active_rule_limit: count.nullable(),
    total_emails_forwarded: count,
    total_emails_blocked: count,
    total_emails_replied: count,
    total_emails_sent: count,
    total_aliases: count,
    total_active_aliases: count,
    total_inactive_aliases: count,
    total_deleted_aliases: count,
    total_pinned_aliases: count,
    created_at: time,
    updated_at: time,
  }),
});

export const chartData = z.object({
  labels: z.array(z.string()),
  forwardsData: z.array(count),
  repliesData: z.array(count),
  sendsData: z.array(count),
  outboundMessageTotals: z.array(count),
});

/** The one field that password managers read of an answer of SimpleLogin. */
export const simpleLoginAnswer = z.object({ alias: z.email() });

/** One text, once: password managers show `error` and `message` after each other. */
const text = z.string().min(1);
export const refusal = z.object({ message: text, error: z.undefined().optional() });
export const simpleLoginRefusal = z.object({ error: text, message: z.undefined().optional() });
/** The message is the first reason. */
export const formRefusal = refusal
  .extend({ errors: z.record(z.string(), z.array(text).min(1)) })
  .refine(({ message, errors }) => Object.values(errors)[0]?.[0] === message, 'The message is not the reason');
