import { z } from 'zod';
import { fromNameSchema } from '#contract/aliases/alias-fields.ts';
import { limits } from '#contract/limits.ts';
import { domainFaultTexts } from '#messages/faults.ts';

const recordSchema = z.object({ type: z.enum(['TXT', 'MX', 'CNAME']), name: z.string(), value: z.string() });

/** One look at the DNS of a domain: what it should say, and what it says. */
const domainCheckSchema = z.object({
  check: z.enum(['ownership', 'mx', 'spf', 'dkim', 'dmarc']),
  ok: z.boolean(),
  expected: z.array(recordSchema),
  found: z.array(z.string()),
});
export type DomainCheck = z.infer<typeof domainCheckSchema>;

/** A domain that an account brought, or a sub-domain that it was given. */
export const ownDomainSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(['own', 'sub']),
  /** Aliases are made, and mail is taken, while it is verified or failing. */
  state: z.enum(['unverified', 'verified', 'failing', 'lost']),
  /** What the account may do with it: all, or make aliases. */
  role: z.enum(['admin', 'maker']),
  /** It is the account's: it alone names the inboxes of new aliases, passes the domain on and removes it. */
  owned: z.boolean(),
  /** None for a sub-domain, whose DNS is the operator's, and for makers. */
  checks: z.array(domainCheckSchema),
  /** When DNS was last asked. */
  checkedAt: z.iso.datetime().nullable(),
  /** It passed to its owner, who publishes a record of their own until then; null: it did not, or they have. */
  proofDueAt: z.iso.datetime().nullable(),
  /** It is failing, and lost then at the earliest unless its record stands again, for its admins; null: it is not. */
  lostAt: z.iso.datetime().nullable(),
  catchAll: z.enum(['off', 'all', 'rules']),
  /** Apps offer made-up endings behind names that are chosen on it. */
  randomEndings: z.boolean(),
  /** Where its new aliases forward to that name no target, for its owner alone; null: to the default of the account. */
  defaultForwardTo: z.string().nullable(),
  /** Off: all of its aliases are paused, and mail makes none. */
  active: z.boolean(),
  /** The name that aliases of its owner on it send with that have none of their own, for its owner alone. */
  fromName: z.string().nullable(),
  /** What its owner notes about it, for its owner alone. */
  description: z.string().nullable(),
  /** How many aliases with the name of a role others have on it, for its admins, who may give them to its owner. */
  othersRoles: z.int(),
  createdAt: z.iso.datetime(),
});
export type OwnDomain = z.infer<typeof ownDomainSchema>;

export const ownDomainsResponseSchema = z.object({
  domains: z.array(ownDomainSchema),
  /** Whether domains can be brought here, and below which shared names sub-domains are given. */
  offered: z.object({ own: z.boolean(), below: z.array(z.string()) }),
});
export type OwnDomainsResponse = z.infer<typeof ownDomainsResponseSchema>;

export const ownDomainResponseSchema = z.object({ message: z.string(), domain: ownDomainSchema });

export const claimDomainSchema = z.strictObject({ name: z.string().max(253) });

const descriptionSchema = z
  .string()
  .trim()
  .max(limits.domainDescriptionMax, domainFaultTexts.descriptionTooLong(limits.domainDescriptionMax));

export const changeDomainSchema = z.strictObject({
  catchAll: ownDomainSchema.shape.catchAll.optional(),
  randomEndings: z.boolean().optional(),
  defaultForwardTo: z.string().max(42_000).nullable().optional(),
  active: z.boolean().optional(),
  fromName: fromNameSchema.optional(),
  /** Null or empty: none. */
  description: descriptionSchema.nullable().optional(),
});
export type ChangeDomainInput = z.infer<typeof changeDomainSchema>;

/** An alias on a domain, as its admins see it: no inbox, no note, no label. */
const domainAliasSchema = z.object({
  /** Before the `@`. */
  name: z.string(),
  /** Whose it is, as the list of members names them; null: somebody who is no member any more. */
  memberId: z.uuid().nullable(),
  /**
   * `waiting`: for somebody to confirm an inbox, or for its account to go on. `role`: it takes no mail, as its name is for those who have
   * the domain, and nobody of them gave it that.
   */
  state: z.enum(['on', 'paused', 'ended', 'waiting', 'role']),
  /** By its name others ask whose the domain is, and it is not the owner's: its admins may give it to the owner. */
  givable: z.boolean(),
});
export type DomainAlias = z.infer<typeof domainAliasSchema>;
export const domainAliasesQuerySchema = z.strictObject({
  /** Those of one member alone. */
  member: z.uuid().optional(),
  /** Those alone that may be given to the owner. */
  givable: z.literal('true').optional(),
  /** The `next` of the page before. */
  after: z.string().max(64).optional(),
});
export const domainAliasesResponseSchema = z.object({
  /** By name. */
  aliases: z.array(domainAliasSchema),
  /** What asks for the next page; null: this is the last one. */
  next: z.string().nullable(),
});
export type DomainAliasesResponse = z.infer<typeof domainAliasesResponseSchema>;

export const giveRoleSchema = z.strictObject({
  /** Before the `@`. */
  name: z.string().max(64),
});

/** Somebody who may use a domain, or is invited to. */
const domainMemberSchema = z.object({
  /** Of the member, or of the invitation. */
  id: z.uuid(),
  /** As whoever invited them wrote; null: whose domain it is. */
  name: z.string().nullable(),
  role: ownDomainSchema.shape.role,
  state: z.enum(['owner', 'member', 'invited']),
  you: z.boolean(),
  /** How many aliases they have on it. */
  aliases: z.int(),
  /** Of an invitation. */
  expiresAt: z.iso.datetime().nullable(),
});
export type DomainMember = z.infer<typeof domainMemberSchema>;
export const domainMembersResponseSchema = z.object({ members: z.array(domainMemberSchema) });

export const inviteMemberSchema = z.strictObject({
  name: z.string().trim().min(1).max(64),
  role: ownDomainSchema.shape.role,
});
export type InviteMemberInput = z.infer<typeof inviteMemberSchema>;
/** `link` is shown once. */
export const invitedMemberResponseSchema = z.object({ message: z.string(), link: z.url(), member: domainMemberSchema });

export const joinDomainSchema = z.strictObject({ token: z.string().max(256) });
