import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import type { Change, ChangeKind } from '#contract/aliases.ts';
import { ownFieldsShape } from '#contract/aliases/alias-fields.ts';
import { aliasSettingsSchema } from '#contract/aliases/alias-settings.ts';
import { ownNames } from '#contract/aliases/own-fields.ts';
import { retention } from '#contract/retention/retention.ts';
import { settingNames } from '#core/alias-rows/owner-columns.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { SealContext } from '#core/keys/key-ring.ts';
import type { Db } from '#database/database.ts';

/** A value as it was, and as the change left it. */
function changed<Value extends z.ZodType>(value: Value) {
  return z.tuple([value, value]).optional();
}

function changedEach<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape) {
  const each = Object.entries(shape).map(([name, value]) => [name, changed(value)]);
  return Object.fromEntries(each) as { [Name in keyof Shape]: ReturnType<typeof changed<Shape[Name]>> };
}

/** What can be changed of one alias and of many. */
const changeOfAny = {
  active: changed(z.boolean()),
  ...changedEach(ownFieldsShape),
  /** Addresses and URLs, in their order. */
  targets: changed(z.array(z.string())),
  expiresAt: changed(z.iso.datetime().nullable()),
  maxMessages: changed(z.int().nullable()),
  /** Goes back with `maxMessages` alone: mail changes it, too. */
  messagesLeft: changed(z.int().nullable()),
  idleDays: changed(z.int().nullable()),
} as const;

const aliasChangeSchema = z.object({
  aliasId: z.string(),
  /** `name@domain` as it was before. */
  address: z.string(),
  /** It went into the bin. */
  binned: z.literal(true).optional(),
  localPart: changed(z.string()),
  ...changeOfAny,
  ...changedEach(aliasSettingsSchema.shape),
  labels: changed(z.array(z.string())),
});
/** What a change did to an alias. */
export type AliasChange = z.infer<typeof aliasChangeSchema>;

const removedTargetSchema = z.object({
  /** What other changes know it by; left out by a release before. */
  id: z.uuid().optional(),
  value: z.string(),
  /** Null where its owner had not agreed to get mail. */
  confirmedAt: z.iso.datetime().nullable(),
  spfReplies: z.boolean(),
  /** Left out by a release before. */
  maySend: z.boolean().optional(),
  dropKeys: z.boolean().optional(),
  dropSignatures: z.boolean().optional(),
  /** By which its mail is encrypted, as `openKeyText` has it; left out by a release before. */
  encryptionKey: z.string().nullish(),
  /** A webhook's. */
  secret: z.string().nullable(),
  isDefault: z.boolean(),
  /** The aliases that it was taken away from, by the targets that they kept. */
  groups: z.array(
    z.object({ others: z.array(z.string()), aliasIds: z.array(z.string()), positions: z.array(z.number()) }),
  ),
  /** The domains and rules that forwarded to it (`core/targets/domain-places`); left out by a release before. */
  places: z
    .array(
      z.object({
        kind: z.enum(['domain', 'rule']),
        id: z.string(),
        others: z.array(z.string()),
        position: z.number(),
      }),
    )
    .optional(),
  /** Links in our mails to it: its owner withdraws by one. */
  links: z.array(
    z.object({
      tokenHash: z.base64(),
      purpose: z.literal('confirm_target'),
      expiresAt: z.iso.datetime(),
      usedAt: z.iso.datetime().nullable(),
      createdAt: z.iso.datetime(),
    }),
  ),
});
/** A target that left its account. */
export type RemovedTarget = z.infer<typeof removedTargetSchema>;

/** The same change of several aliases. */
const aliasGroupSchema = z.object({
  aliasIds: z.array(z.string()),
  /** They went into the bin. */
  binned: z.literal(true).optional(),
  ...changeOfAny,
  /** The name of a label that they got, or that was taken off them. */
  labelled: z.string().optional(),
  unlabelled: z.string().optional(),
});
export type AliasGroup = z.infer<typeof aliasGroupSchema>;

const manySchema = z.object({
  /** One of them, `name@domain`. */
  address: z.string(),
  /** How many beside it. */
  more: z.int(),
  groups: z.array(aliasGroupSchema),
});

const undoSchema = z.object({
  aliases: z.array(aliasChangeSchema),
  removedTarget: removedTargetSchema.optional(),
  /** Of a change of many at once. */
  many: manySchema.optional(),
});
/** A change with all that it takes to undo it. */
export type Undo = z.infer<typeof undoSchema>;

type UndoContext = Pick<CoreContext, 'keys' | 'clock' | 'random'>;

const ends = ['expiresAt', 'maxMessages', 'idleDays'] as const;
/** What an undo puts back of an alias that is not in the bin. */
export const undoneFields = [
  'active',
  ...ends,
  ...ownNames,
  ...settingNames,
  'localPart',
  'labels',
  'targets',
] as const;
const fields = [...undoneFields, 'binned'] as const;

type Fields = { readonly [Field in Exclude<(typeof fields)[number] | 'messagesLeft', 'binned'>]: unknown };

/** What differs between two states of an alias. */
export function compareFields(before: Partial<Fields>, after: Partial<Fields>): Partial<AliasChange> {
  const names = Object.keys(after) as (keyof Fields)[];
  const differing = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(differing.map((name) => [name, [before[name], after[name]]]));
}

/** What a stored change is bound to (`undos.sealed`). */
function undoContext(id: string): SealContext {
  return { field: 'undos.sealed', rowId: id };
}

/**
 * Stores what it takes to undo a change, sealed. Runs in the transaction of the change. Returns the name by which its
 * account undoes it; null when nothing was changed.
 */
export async function recordUndo(
  db: Db,
  { keys, clock, random }: UndoContext,
  userId: string,
  undo: Undo,
): Promise<string | null> {
  const aliases = undo.aliases.filter((alias) => fields.some((field) => alias[field] !== undefined));
  const isEmpty = aliases.length === 0 && (undo.many?.groups.length ?? 0) === 0;
  if (isEmpty && undo.removedTarget === undefined) return null;
  const id = random.uuid();
  const sealed = keys.seal(undoContext(id), JSON.stringify({ ...undo, aliases }));
  await db
    .insertInto('undos')
    .values({ id, userId, sealed, createdAt: new Date(clock.now()) })
    .execute();
  return id;
}

function openUndo({ keys }: Pick<CoreContext, 'keys'>, { id, sealed }: { id: string; sealed: Buffer }): Undo {
  return undoSchema.parse(JSON.parse(keys.open(undoContext(id), sealed).toString()));
}

const dayMs = 24 * 60 * 60 * 1000;

function oldest({ clock }: Pick<CoreContext, 'clock'>): Date {
  return new Date(clock.now() - retention.undoDays * dayMs);
}

/**
 * Takes a change of this account to undo it: nobody can again, once the caller's transaction commits.
 * @throws AppError not_found, for a foreign, used and old one as for an unknown one.
 */
export async function takeUndo(
  db: Db,
  context: Pick<CoreContext, 'keys' | 'clock'>,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<Undo> {
  const row = await db
    .deleteFrom('undos')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('createdAt', '>', oldest(context))
    .returning(['id', 'sealed'])
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return openUndo(context, row);
}

/** Whether it brings former targets back: they may be somebody's who took the account over, or lost it. */
export function bringsTargetsBack({ aliases, removedTarget, many }: Undo): boolean {
  return (
    removedTarget !== undefined || [...aliases, ...(many?.groups ?? [])].some(({ targets }) => targets !== undefined)
  );
}

type Telling = (typeof fields)[number] | 'labelled' | 'unlabelled';
const settings = [...settingNames, ...ownNames].filter((name) => name !== 'notes');
const settingKinds = Object.fromEntries(settings.map((name) => [name, 'settings' as const])) as Readonly<
  Record<(typeof settings)[number], 'settings'>
>;
const kinds: Readonly<Record<Exclude<Telling, 'active'>, ChangeKind>> = {
  ...settingKinds,
  binned: 'deleted',
  targets: 'targets',
  localPart: 'renamed',
  expiresAt: 'life',
  maxMessages: 'life',
  idleDays: 'life',
  labels: 'labels',
  labelled: 'labels',
  unlabelled: 'labels',
  notes: 'notes',
};
/** A change of several kinds is called by the first of these. */
const telling: readonly Telling[] = [
  'binned',
  'targets',
  'localPart',
  'active',
  ...ends,
  ...settings,
  'labels',
  'labelled',
  'unlabelled',
  'notes',
];

function kindOf({ aliases, removedTarget, many }: Undo): ChangeKind {
  if (removedTarget !== undefined) return 'target_removed';
  const changes: readonly (Partial<Record<Telling, unknown>> & Pick<AliasChange, 'active'>)[] = many?.groups ?? aliases;
  const field = telling.find((name) => changes.some((change) => change[name] !== undefined)) ?? 'notes';
  if (field !== 'active') return kinds[field];
  return changes.some(({ active }) => active?.[1] === true) ? 'activated' : 'paused';
}

const listed = 100;

/** The latest changes of an account that can be undone, newest first. */
export async function listChanges(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  userId: string,
): Promise<Change[]> {
  const rows = await context.database.db
    .selectFrom('undos')
    .select(['id', 'sealed', 'createdAt'])
    .where('userId', '=', userId)
    .where('createdAt', '>', oldest(context))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(listed)
    .execute();
  return rows.map((row) => {
    const undo = openUndo(context, row);
    const { aliases, removedTarget, many } = undo;
    return {
      undo: row.id,
      kind: kindOf(undo),
      of: removedTarget?.value ?? many?.address ?? aliases[0]?.address ?? '',
      more: many?.more ?? 0,
      guarded: bringsTargetsBack(undo),
      changedAt: row.createdAt.toISOString(),
    };
  });
}

const batch = 1000;

/** Erases what can no longer be undone. */
export async function removeOldUndos(context: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  const { db } = context.database;
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('undos')
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('undos')
          .select('undos.id')
          .where('createdAt', '<=', oldest(context))
          .orderBy('createdAt')
          .limit(batch),
      )
      .executeTakeFirstOrThrow();
    if (numDeletedRows < batch) return;
  }
}
