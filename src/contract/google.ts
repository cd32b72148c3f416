import { z } from 'zod';

/** Where Google sends people back to, under PUBLIC_URL. */
export const googleCallbackPath = '/api/auth/google/callback';

/** What somebody goes to Google for. */
export const googlePurposeSchema = z.enum(['sign-in', 'link', 'confirm']);
export type GooglePurpose = z.infer<typeof googlePurposeSchema>;

/** Why it did not work, in the `reason` of the page it returns to. */
export const googleFailureReasonSchema = z.enum([
  /** The person said no. */
  'denied',
  /** Too many tries lately. */
  'busy',
  /** Too slow, in another browser, used twice, or signed out meanwhile. */
  'expired',
  /** Google has not verified that account's email. */
  'unverified',
  /** Google or the way there is down. */
  'unavailable',
  /** Its email or Google account belongs to another account here, which must link it itself. */
  'taken',
  /** It is not the Google account that is linked. */
  'mismatch',
  /** Linking asks for an existing method first. */
  'confirm',
]);
export type GoogleFailureReason = z.infer<typeof googleFailureReasonSchema>;
