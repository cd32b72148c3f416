import { z } from '@hono/zod-openapi';
import { providerFeatures } from '#contract/provider.ts';
import type { AliasRecord } from '#core/aliases/alias-record.ts';
import type { ForwardingProvider } from '#core/forwarding-provider.ts';
import type { TargetRecord } from '#core/targets/target-views.ts';

type Provider = Pick<ForwardingProvider, 'name'>;

const time = z.string();
/** Kauke writes down nothing about mail: there is no such number. */
const uncounted = z.literal(0);
const absent = z.null();

/** An inbox, in the words of addy.io. */
export const recipientSchema = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  email: z.string(),
  can_reply_send: z.boolean(),
  should_encrypt: z.boolean(),
  inline_encryption: z.boolean(),
  protected_headers: z.boolean(),
  fingerprint: absent,
  /** null while its owner has not agreed. */
  email_verified_at: time.nullable(),
  aliases_count: z.int().optional(),
  created_at: time,
  updated_at: time,
});
export type Recipient = z.infer<typeof recipientSchema>;

/** An alias, in the words of addy.io. */
export const aliasResourceSchema = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  aliasable_id: absent,
  aliasable_type: absent,
  local_part: z.string(),
  extension: absent,
  domain: z.string(),
  email: z.string(),
  active: z.boolean(),
  pinned: z.boolean(),
  description: z.string().nullable(),
  from_name: absent,
  attached_recipients_only: z.boolean(),
  emails_forwarded: uncounted,
  emails_blocked: uncounted,
  emails_replied: uncounted,
  emails_sent: uncounted,
  recipients: z.array(recipientSchema),
  last_forwarded: absent,
  last_blocked: absent,
  last_replied: absent,
  last_sent: absent,
  created_at: time,
  updated_at: time,
  /** Since when it lies in the bin. */
  deleted_at: time.nullable(),
});
export type AliasResource = z.infer<typeof aliasResourceSchema>;

export function recipientOf(
  { name }: Provider,
  inbox: TargetRecord & { readonly aliases?: number },
  userId: string,
): Recipient {
  return {
    id: inbox.id,
    user_id: userId,
    email: inbox.value,
    can_reply_send: providerFeatures[name].replies,
    should_encrypt: false,
    inline_encryption: false,
    protected_headers: false,
    fingerprint: null,
    email_verified_at: inbox.state === 'confirmed' && inbox.confirmedAt !== null ? timeText(inbox.confirmedAt) : null,
    ...(inbox.aliases !== undefined && { aliases_count: inbox.aliases }),
    created_at: timeText(inbox.createdAt),
    updated_at: timeText(inbox.createdAt),
  };
}

export function aliasResourceOf(provider: Provider, alias: AliasRecord): AliasResource {
  return {
    id: alias.id,
    user_id: alias.userId,
    aliasable_id: null,
    aliasable_type: null,
    local_part: alias.localPart,
    extension: null,
    domain: alias.domain,
    email: `${alias.localPart}@${alias.domain}`,
    active: alias.active && alias.ended === null,
    pinned: alias.pinned,
    description: alias.notes,
    from_name: null,
    attached_recipients_only: false,
    emails_forwarded: 0,
    emails_blocked: 0,
    emails_replied: 0,
    emails_sent: 0,
    // Webhooks are none.
    recipients: alias.targets
      .filter(({ kind }) => kind === 'email')
      .map((inbox) => recipientOf(provider, inbox, alias.userId)),
    last_forwarded: null,
    last_blocked: null,
    last_replied: null,
    last_sent: null,
    created_at: timeText(alias.createdAt),
    updated_at: timeText(alias.createdAt),
    deleted_at: alias.binnedAt === null ? null : timeText(alias.binnedAt),
  };
}

/** A time as clients of addy.io read it: `2026-01-31 08:00:00`, in UTC. */
export function timeText(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ');
}
