import { limits } from '#contract/limits.ts';
import type { DestinationSettings } from '#protocol/smtp-client/destination.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const mebibyte = 1024 * 1024;

/** Every time limit, schedule and cap of dispatch and spool. Passed in, so that tests run on short ones. */
export interface MailLimits extends DestinationSettings {
  /** How long a sender waits for its reply while we try to deliver. */
  readonly dispatchDeadlineMs: number;
  /** Deliveries of one message under way at once. */
  readonly deliveriesAtOnce: number;
  /** A spooled delivery belongs to its process this long; renewed every `leaseRenewMs`. */
  readonly leaseMs: number;
  readonly leaseRenewMs: number;
  /** Time before the second, third, … attempt; the last one repeats. */
  readonly retryDelaysMs: readonly number[];
  /** 0.2: each delay is drawn from ± 20 %. */
  readonly retryJitter: number;
  /** After this the spool gives up. */
  readonly giveUpAfterMs: number;
  /** After this the owner is told that mail waits. */
  readonly noticeAfterMs: number;
  /** Octets of a body in one sealed row. */
  readonly chunkBytes: number;
  readonly accountMaxBytes: number;
  /** What an account may have waiting however full the spool is, as long as there is room at all: some ordinary mails. */
  readonly accountLeastBytes: number;
  readonly accountMaxMessages: number;
  readonly spoolMaxBytes: number;
  /** What an account may hold of mail that would be refused. */
  readonly heldMaxBytes: number;
  /** How long a reading of those totals may be used again. */
  readonly usageReadEveryMs: number;
  /** Octets of the disk that the queue leaves free beside what the database needs for itself: with less it takes no new mail. */
  readonly diskMarginBytes: number;
  /** How often the disk is looked at. */
  readonly diskReadEveryMs: number;
  /** How often the worker looks for due rows when nobody wakes it. */
  readonly workerPollMs: number;
  readonly workerAttemptsAtOnce: number;
  /** Attempts beyond these that have taken longer than `dispatchDeadlineMs`: they leave their room to others. */
  readonly workerLateAttempts: number;
  /** Octets of bodies the worker holds at once, in all and for one destination. */
  readonly workerMaxBytes: number;
  readonly workerMaxBytesPerDestination: number;
  /** Octets of large bodies that wait for a reply after their senders have theirs; beyond them large mail is spooled. */
  readonly unansweredMaxBytes: number;
  /** The worker's pause after an error, doubled up to the maximum while errors last. */
  readonly workerPauseFirstMs: number;
  readonly workerPauseMaxMs: number;
  /** How often expired and orphaned rows and spent keys are erased. */
  readonly sweepEveryMs: number;
  /** How often held mail whose time is over is erased, and told what came. */
  readonly heldSweepEveryMs: number;
  /** An alias without a confirmed target is answered 450 for this long after its creation, then 550. */
  readonly confirmationGraceMs: number;
  /** Accepted deliveries remembered for a sender that has to try again. */
  readonly rememberedDeliveries: number;
  /** And for how long: senders give up after four to five days (RFC 5321 §4.5.4.1). */
  readonly deliveriesRememberedMs: number;
}

export const mailLimits: MailLimits = {
  dispatchDeadlineMs: 15 * secondMs,
  deliveriesAtOnce: 10,
  inFlightPerDestination: 20,
  inFlightAtSmarthost: 100,
  inFlightAtFirst: 5,
  waitingPerDestination: 500,
  slowMedianMs: 3 * secondMs,
  backOffAfterLost: 3,
  backOffFirstMs: 5 * secondMs,
  backOffMaxMs: 5 * minuteMs,
  destinationsRemembered: 10_000,
  leaseMs: 90 * secondMs,
  leaseRenewMs: 30 * secondMs,
  retryDelaysMs: [5 * minuteMs, 15 * minuteMs, 30 * minuteMs, hourMs],
  retryJitter: 0.2,
  giveUpAfterMs: limits.queuedMailDays * dayMs,
  noticeAfterMs: 4 * hourMs,
  chunkBytes: 512 * 1024,
  accountMaxBytes: 200 * mebibyte,
  accountLeastBytes: 64 * 1024,
  accountMaxMessages: 2000,
  spoolMaxBytes: 2048 * mebibyte,
  heldMaxBytes: 50 * mebibyte,
  usageReadEveryMs: 2 * secondMs,
  diskMarginBytes: 128 * mebibyte,
  diskReadEveryMs: 2 * secondMs,
  workerPollMs: secondMs,
  workerAttemptsAtOnce: 200,
  workerLateAttempts: 1000,
  workerMaxBytes: 96 * mebibyte,
  workerMaxBytesPerDestination: 32 * mebibyte,
  unansweredMaxBytes: 128 * mebibyte,
  workerPauseFirstMs: 500,
  workerPauseMaxMs: 30 * secondMs,
  sweepEveryMs: 30 * secondMs,
  heldSweepEveryMs: 10 * minuteMs,
  confirmationGraceMs: 7 * dayMs,
  rememberedDeliveries: 20_000,
  deliveriesRememberedMs: 5 * dayMs,
};
