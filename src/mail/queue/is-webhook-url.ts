/** Whether a recipient is a webhook's URL; no address begins so, as `:` and `/` must be quoted there (RFC 5321 §4.1.2). */
export function isWebhookUrl(rcptTo: string): boolean {
  return /^https?:\/\//i.test(rcptTo);
}
