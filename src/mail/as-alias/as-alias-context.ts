import type { SenderNotes, NoteUse } from '#core/aliases/standing/note-message.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import type { AliasCounts } from '#core/stats/alias-counts.ts';
import type { MailVolume } from '#core/stats/mail-volume.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import type { RecipientContext } from '#mail/recipient/resolve-alias.ts';
import type { ContactStore } from '#mail/recipient/contact-store.ts';
import type { Random } from '#platform/random.ts';

/** What it takes to send what an owner wrote as their alias. */
export interface AsAliasContext extends RecipientContext {
  readonly random: Random;
  readonly limiter: RateLimiter;
  readonly contacts: ContactStore;
  readonly noteUse: NoteUse;
  readonly senders: SenderNotes;
  readonly volume: MailVolume;
  readonly counts: AliasCounts;
  readonly queue: QueueContext;
  /** Messages that all new accounts may send together in a day; null: as many as each of them may. */
  readonly newAccountsSend: number | null;
}
