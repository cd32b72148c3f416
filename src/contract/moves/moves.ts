import { z } from 'zod';
import { spellDomain } from '#contract/email-address.ts';
import { moveLimits } from '#contract/moves/move-limits.ts';
import { limits } from '#contract/limits.ts';
import { moveServices, moveVerdicts } from '#contract/moves/move-names.ts';
import { moveFaults } from '#messages/server/moves.ts';

/**
 * Why nothing more was read just now. `busy`: it asks for patience · `unreachable`: no answer, or a failure of its own ·
 * `unreadable`: an answer that is none of its API · `too_many`: more aliases than can be moved at once
 */
export const moveTroubles = ['busy', 'unreachable', 'unreadable', 'too_many'] as const;
export type MoveTrouble = (typeof moveTroubles)[number];

export const moveReasons = [
  /** Of `clash`: yours already · its successor is on your checklist already. */
  'yours',
  'moved',
  /** Of `cannot`: deleted there, and so it stays · a catch-all or a pattern · no name of an alias here · its domain is not proven here. */
  'deleted',
  'pattern',
  'name',
  'unproven',
  /** No inbox is named that mail can be forwarded to · more than an alias has · the account has room for no more. */
  'inbox',
  'room',
  /** Somebody else had it here, on a domain that is the account's now. */
  'taken',
] as const;
export type MoveReason = (typeof moveReasons)[number];

const time = z.iso.datetime();

/** A domain of its owner at the other service, and how it stands here. */
const moveDomainSchema = z.object({
  name: z.string(),
  /** `missing`: not added here yet. */
  state: z.enum(['missing', 'unverified', 'verified', 'failing', 'lost']),
  /** Its id among the account's domains here. */
  id: z.uuid().nullable(),
  /** Its MX leads here, as DNS last said. */
  turned: z.boolean(),
  /** Aliases on it that were read, without those deleted there. */
  aliases: z.int(),
  /** Those that are here now. */
  here: z.int(),
  /** Those of them that forward now, or would: on, with a confirmed inbox. Paused ones count, they drop as there. */
  ready: z.int(),
  /** It takes any name there. */
  catchAll: z.boolean(),
});
export type MoveDomain = z.infer<typeof moveDomainSchema>;

const choicesSchema = z.object({
  /** Where what cannot keep its address gets a new one. */
  domain: z.string(),
  /** Inboxes for aliases that name none, or for all. */
  forwardTo: z.string(),
  /** All forward there, whatever they forward to now. */
  replaceInboxes: z.boolean(),
});
export type MoveChoices = z.infer<typeof choicesSchema>;

export const moveSchema = z.object({
  id: z.uuid(),
  service: z.enum(moveServices),
  /** Where it was read from. */
  host: z.string(),
  /** `reading`: not everything is read yet · `planned`: it can be run · `running`, `undoing`: goes on with the same call */
  stage: z.enum(['reading', 'planned', 'running', 'undoing']),
  /** Aliases read. */
  read: z.int(),
  /** Before the next call; 0: now. */
  waitSeconds: z.int(),
  trouble: z.enum(moveTroubles).nullable(),
  choices: choicesSchema,
  counts: z.object({
    new: z.int(),
    clash: z.int(),
    cannot: z.int(),
    /** Made by this move. */
    made: z.int(),
    /** Deleted there: their names on one's own domains are kept from coming back. */
    kept: z.int(),
    /** What the next runs would do. */
    left: z.int(),
  }),
  domains: z.array(moveDomainSchema),
  /** Inboxes whose mail is encrypted there, or may be, and not here yet: no service hands out their keys. */
  encrypted: z.array(z.string()),
  /** Until when it can be undone; null: nothing was made, or it is too late. */
  undoUntil: time.nullable(),
  /** Whether the service tells who writes to its aliases. */
  hasContacts: z.boolean(),
  createdAt: time,
});
export type Move = z.infer<typeof moveSchema>;

export const moveResponseSchema = z.object({ move: moveSchema });
export const movesResponseSchema = z.object({ moves: z.array(moveSchema) });
export type MovesResponse = z.infer<typeof movesResponseSchema>;

export const startMoveSchema = z.strictObject({
  service: z.enum(moveServices),
  /** Of a server of one's own; the service's when left out. */
  baseUrl: z.string().trim().max(moveLimits.baseUrlMax).optional(),
});
export type StartMoveInput = z.infer<typeof startMoveSchema>;

/** The key is used for this one call and kept nowhere. */
export const readMoveSchema = z.strictObject({
  apiKey: z.string({ error: moveFaults.keyMissing }).trim().min(1, moveFaults.keyMissing).max(moveLimits.apiKeyMax),
});

export const planMoveSchema = z.strictObject({
  domain: z.string().trim().max(253).overwrite(spellDomain),
  forwardTo: z.string().trim().max(limits.forwardToMax),
  replaceInboxes: z.boolean(),
});

export const moveItemsQuerySchema = z.strictObject({
  verdict: z.enum(moveVerdicts).optional(),
  /** The `next` of the page before. */
  after: z.coerce.number().int().min(0).optional(),
});

const moveItemSchema = z.object({
  position: z.int(),
  /** As it is there. */
  address: z.string(),
  /** As it is or will be here; null: as there. A name that is taken gets a few letters more. */
  becomes: z.string().nullable(),
  forwardTo: z.string(),
  note: z.string(),
  labels: z.array(z.string()).readonly(),
  active: z.boolean(),
  verdict: z.enum(moveVerdicts),
  reason: z.enum(moveReasons).nullable(),
  /** The alias that was made of it. */
  aliasId: z.uuid().nullable(),
  done: z.boolean(),
});
export type MoveItem = z.infer<typeof moveItemSchema>;

export const moveItemsResponseSchema = z.object({
  /** In the order of their use there; a hundred at most. */
  items: z.array(moveItemSchema),
  next: z.int().nullable(),
});

export const moveContactsSchema = readMoveSchema.extend({
  /** From the first alias on: the cards told before are told once more. */
  again: z.boolean().default(false),
});

/** Contacts with the addresses that reach them as an alias: told once, and listed nowhere. */
export const moveContactsResponseSchema = z.object({
  move: moveSchema,
  /** vCards (RFC 2426), one after the other. */
  cards: z.string(),
  contacts: z.int(),
  /** Aliases whose contacts were not asked for yet. */
  left: z.int(),
  /** Before the next call; 0: now. */
  waitSeconds: z.int(),
  /** No more contacts can be taken today. */
  full: z.boolean(),
});

export const checklistEntrySchema = z.object({
  id: z.uuid(),
  service: z.enum(moveServices),
  /** The address to change at the site. */
  old: z.string(),
  /** What it becomes. */
  alias: z.string(),
  aliasId: z.uuid(),
  note: z.string(),
  /** `mail`: the new alias got mail. */
  done: z.enum(['no', 'hand', 'mail']),
});
export type ChecklistEntry = z.infer<typeof checklistEntrySchema>;
export const checklistResponseSchema = z.object({
  /** What was used most comes first. */
  entries: z.array(checklistEntrySchema),
});
export type ChecklistResponse = z.infer<typeof checklistResponseSchema>;
export const tickSchema = z.strictObject({ done: z.boolean() });
export const tickedResponseSchema = z.object({ entry: checklistEntrySchema });
