import { z } from 'zod';
import { userSchema } from '#contract/sign-in.ts';

/** An account as its settings page shows it. */
export const accountSchema = z.object({
  id: z.uuid(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  walletAddress: z.string().nullable(),
  /** Linked with Google. */
  google: z.boolean(),
  /** The way of this session's sign-in. */
  authMethod: userSchema.shape.authMethod,
  hasPassword: z.boolean(),
  /** A code is asked for at sign-in by password. */
  secondFactor: z.boolean(),
  recoveryCodesLeft: z.int().nonnegative(),
  /** Serves new aliases that name no target; null: none was chosen. */
  defaultTargetId: z.uuid().nullable(),
  createdAt: z.iso.datetime(),
});
export type Account = z.infer<typeof accountSchema>;

export const accountResponseSchema = z.object({ account: accountSchema });

export const defaultTargetSchema = z.strictObject({ targetId: z.uuid().nullable() });

export const sessionSchema = z.object({
  id: z.uuid(),
  authMethod: userSchema.shape.authMethod,
  createdAt: z.iso.datetime(),
  /** To the day. */
  lastUsedAt: z.iso.datetime(),
  /** The one that asks. */
  current: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;

export const sessionsResponseSchema = z.object({ sessions: z.array(sessionSchema) });
