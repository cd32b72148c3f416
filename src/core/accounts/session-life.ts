import { limits } from '#contract/limits.ts';

/** A session ends this long after it was last renewed. */
export const sessionLifeMs = 30 * 24 * 60 * 60 * 1000;

/** Renewed at most this often, so that a check is one read. */
export const sessionRenewalMs = 24 * 60 * 60 * 1000;

/** How long after its owner last proved a sign-in method a session may change how one gets in. */
export const confirmationLifeMs = limits.identityProofMinutes * 60 * 1000;
