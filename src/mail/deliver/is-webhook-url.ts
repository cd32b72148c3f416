/** Whether a recipient is a webhook's URL; no address begins so, as `:` and `/` must be quoted there (RFC 5321 §4.1.2). */
export const isWebhookUrl = (rcptTo: string): boolean => /^https?:\/\//i.test(rcptTo);
