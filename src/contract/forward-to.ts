import { parseEmailAddress, type EmailAddress } from '#contract/email-address.ts';

/** One piece of a forward-to text. */
export type ForwardTarget =
  | { readonly kind: 'email'; readonly email: EmailAddress }
  | { readonly kind: 'webhook'; readonly url: string };

const webhookUrl = /^https?:\/\/[^\s,]+$/i;

/** The pieces between commas, trimmed; empty ones are dropped. */
export const splitForwardTo = (text: string): string[] =>
  text
    .split(',')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');

/** What one piece means; null when it is neither an email address nor a web address. */
export const parseForwardTarget = (piece: string): ForwardTarget | null => {
  if (webhookUrl.test(piece)) return { kind: 'webhook', url: piece };
  const email = parseEmailAddress(piece);
  return email === null ? null : { kind: 'email', email };
};
