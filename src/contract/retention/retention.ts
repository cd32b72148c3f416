import { operatorLimits } from '#contract/account/operator-limits.ts';
import { lifeLimits } from '#contract/aliases/life-limits.ts';
import { heldLimits } from '#contract/held/held-limits.ts';
import { limits } from '#contract/limits.ts';

/** How long the program keeps what: the legal pages state these numbers, and housekeeping erases by them. */
export const retention = {
  leavingDays: limits.leavingDays,
  unconfirmedAccountDays: limits.unconfirmedAccountDays,
  binDays: limits.binDaysMax,
  unusedNameDays: limits.unusedNameDays,
  /** A change of an alias can be undone for so long. */
  undoDays: 7,
  queuedMailDays: limits.queuedMailDays,
  holdDays: heldLimits.holdDaysMax,
  /** Of refused messages counted by week, this one included. */
  refusalWeeks: 2,
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
  /** The longest of all limits: by network, and by anything else. */
  networkCountDays: 1,
  countDays: 90,
  backupDays: limits.backupDays,
} as const;
