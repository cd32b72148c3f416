import { parseEmailAddress, type EmailAddress } from '#contract/email-address.ts';
import { limits } from '#contract/limits.ts';

/** One piece of a forward-to text. */
export type ForwardTarget =
  | { readonly kind: 'email'; readonly email: EmailAddress }
  /** The URL in its one normal form, without fragment. */
  | { readonly kind: 'webhook'; readonly url: string };

const webAddress = /^https?:\/\//i;
/** What the parser of URLs would silently drop or take for a slash. */
const strayCharacters = /[\s\p{Cc}\\]/u;

/** The pieces between commas, trimmed; empty ones are dropped. */
export function splitForwardTo(text: string): string[] {
  return text
    .split(',')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}

/** Names and passwords do not belong into an address that people see. */
function parseWebhookUrl(text: string): string | null {
  if (strayCharacters.test(text) || text.length > limits.webhookUrlMax || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return null;
  url.hash = '';
  return url.href.length <= limits.webhookUrlMax ? url.href : null;
}

/** What one piece means; null when it is neither an email address nor a web address. Works alike in browser and server. */
export function parseForwardTarget(piece: string): ForwardTarget | null {
  if (webAddress.test(piece)) {
    const url = parseWebhookUrl(piece);
    return url === null ? null : { kind: 'webhook', url };
  }
  const email = parseEmailAddress(piece);
  return email === null ? null : { kind: 'email', email };
}
