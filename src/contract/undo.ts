import { z } from 'zod';
import { aliasSchema } from '#contract/aliases.ts';

export const undoSchema = z.strictObject({ undo: z.uuid() });

/** What a change did. */
const changeKindSchema = z.enum([
  'deleted',
  'target_removed',
  'targets',
  'renamed',
  'paused',
  'activated',
  'settings',
  'notes',
]);
export type ChangeKind = z.infer<typeof changeKindSchema>;

export const changeSchema = z.object({
  undo: z.uuid(),
  kind: changeKindSchema,
  /** The alias as it was called before, or the target that was removed. */
  of: z.string(),
  /** It brings former targets back, which takes a fresh proof of who asks. */
  guarded: z.boolean(),
  changedAt: z.iso.datetime(),
});
export type Change = z.infer<typeof changeSchema>;

export const changesResponseSchema = z.object({ changes: z.array(changeSchema) });

export const undoneResponseSchema = z.object({ message: z.string(), aliases: z.array(aliasSchema) });
