import { z } from '@hono/zod-openapi';
import { providerFeatures } from '#contract/provider.ts';
import type { AliasRecord } from '#core/aliases/alias-record.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { nothingCounted, readAliasTotals } from '#core/stats/alias-counts.ts';
import type { ForwardingProvider } from '#core/forwarding-provider.ts';
import type { TargetRecord } from '#core/targets/target-views.ts';

type Provider = Pick<ForwardingProvider, 'name'>;

const time = z.string();
/** 0 where the account has no mail counted. */
const count = z.int().nonnegative();
/** The day of the last one, as far as mail is counted. */
const lastTime = time.nullable();
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
  remove_pgp_keys: z.boolean(),
  remove_pgp_signatures: z.boolean(),
  fingerprint: z.string().nullable(),
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
  /** Of the domain or sub-domain of accounts that it is on. */
  aliasable_id: z.uuid().nullable(),
  aliasable_type: z.enum(['App\\Models\\Domain', 'App\\Models\\Username']).nullable(),
  local_part: z.string(),
  extension: absent,
  domain: z.string(),
  email: z.string(),
  active: z.boolean(),
  pinned: z.boolean(),
  description: z.string().nullable(),
  from_name: z.string().nullable(),
  /** Nobody but its own inboxes ever writes as it. */
  attached_recipients_only: z.literal(true),
  emails_forwarded: count,
  emails_blocked: count,
  emails_replied: count,
  emails_sent: count,
  recipients: z.array(recipientSchema),
  last_forwarded: lastTime,
  last_blocked: lastTime,
  last_replied: lastTime,
  last_sent: lastTime,
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
    can_reply_send: providerFeatures[name].replies && inbox.maySend,
    should_encrypt: inbox.key !== null,
    inline_encryption: false,
    // The subject is hidden; all headers are protected wherever mail is encrypted.
    protected_headers: inbox.key?.hideSubject === true,
    remove_pgp_keys: inbox.dropKeys,
    remove_pgp_signatures: inbox.dropSignatures,
    fingerprint: inbox.key?.fingerprint ?? null,
    email_verified_at: inbox.state === 'confirmed' && inbox.confirmedAt !== null ? timeText(inbox.confirmedAt) : null,
    ...(inbox.aliases !== undefined && { aliases_count: inbox.aliases }),
    created_at: timeText(inbox.createdAt),
    updated_at: timeText(inbox.createdAt),
  };
}

/** As addy.io names what an alias belongs to. */
const owners = { own: 'App\\Models\\Domain', sub: 'App\\Models\\Username' } as const;

function dayText(day: string | null): string | null {
  return day === null ? null : `${day} 00:00:00`;
}

export function aliasResourceOf(provider: Provider, alias: AliasRecord, counted = nothingCounted): AliasResource {
  const { domainKind, domainId } = alias;
  const { last } = counted;
  return {
    id: alias.id,
    user_id: alias.userId,
    aliasable_id: domainKind === 'shared' ? null : domainId,
    aliasable_type: domainKind === 'shared' ? null : owners[domainKind],
    local_part: alias.localPart,
    extension: null,
    domain: alias.domain,
    email: `${alias.localPart}@${alias.domain}`,
    active: alias.active && alias.ended === null,
    pinned: alias.pinned,
    description: alias.notes,
    from_name: alias.fromName,
    attached_recipients_only: true,
    emails_forwarded: counted.forwarded,
    emails_blocked: counted.dropped,
    emails_replied: counted.replied,
    emails_sent: 0,
    // Webhooks are none.
    recipients: alias.targets
      .filter(({ kind }) => kind === 'email')
      .map((inbox) => recipientOf(provider, inbox, alias.userId)),
    last_forwarded: dayText(last.forwarded),
    last_blocked: dayText(last.dropped),
    last_replied: dayText(last.replied),
    last_sent: null,
    created_at: timeText(alias.createdAt),
    updated_at: timeText(alias.createdAt),
    deleted_at: alias.binnedAt === null ? null : timeText(alias.binnedAt),
  };
}

/** The same of several, with what was counted of them. */
export async function aliasResourcesOf(
  core: Pick<AccountContext, 'database' | 'provider'>,
  userId: string,
  aliases: readonly AliasRecord[],
): Promise<AliasResource[]> {
  const ids = aliases.map(({ id }) => id);
  const totals = await readAliasTotals(core, userId, ids);
  return aliases.map((alias) => aliasResourceOf(core.provider, alias, totals.get(alias.id)));
}

/** A time as clients of addy.io read it: `2026-01-31 08:00:00`, in UTC. */
export function timeText(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ');
}
