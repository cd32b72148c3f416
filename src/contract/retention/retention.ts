import { operatorLimits } from '#contract/account/operator-limits.ts';
import { lifeLimits } from '#contract/aliases/life-limits.ts';
import { heldLimits } from '#contract/held/held-limits.ts';
import { moveLimits } from '#contract/moves/move-limits.ts';
import { limits } from '#contract/limits.ts';

/** How long the program keeps what: the legal pages state these numbers, and housekeeping erases by them. */
export const retention = {
  leavingDays: limits.leavingDays,
  unconfirmedAccountDays: limits.unconfirmedAccountDays,
  binDays: limits.binDaysMax,
  unusedNameDays: limits.unusedNameDays,
  /** A change of an alias can be undone for so long. */
  undoDays: 7,
  moveDays: moveLimits.keptDays,
  queuedMailDays: limits.queuedMailDays,
  holdDays: heldLimits.holdDaysMax,
  /** Of refused messages counted by week, this one included. */
  refusalWeeks: 2,
  /** Of messages that an inbox had no room for: how many, and that they were not all of one sender. */
  fullInboxDays: 3,
  /** Of messages that an inbox refused: how many, and why the last. */
  inboxRefusalDays: 30,
  traceHours: heldLimits.traceHours,
  countedDays: lifeLimits.countedDays,
  /** A reverse address that nobody used for so long is erased. */
  contactMonths: 24,
  sessionIdleDays: limits.sessionIdleDays,
  sessionDays: limits.sessionDays,
  securityEventDays: limits.securityEventDays,
  resetLinkHours: limits.resetLinkHours,
  confirmationLinkDays: limits.confirmationLinkDays,
  offerDays: limits.offerDays,
  /** A wallet or a passkey has so long to answer. */
  challengeMinutes: 5,
  reportDays: operatorLimits.reportDays,
  mailReportDays: operatorLimits.mailReportDays,
  reportRowDays: operatorLimits.reportRowDays,
  /** The longest of all limits: by network, and by anything else. */
  networkCountDays: 1,
  countDays: 90,
  backupDays: limits.backupDays,
} as const;

/** What the legal pages state of every installation. Here and nowhere else. */
export const fixedFacts = {
  minimumAge: 13,
  liabilityCap: '$0',
  /** Requests to exercise a right are answered within so many days. */
  rightsDays: 30,
  setupSeconds: 30,
  queuedMailDays: limits.queuedMailDays,
  leavingDays: limits.leavingDays,
  binDays: limits.binDaysMax,
  holdDays: heldLimits.holdDaysMax,
  unusedNameDays: limits.unusedNameDays,
  backupDays: limits.backupDays,
  retention,
} as const;
