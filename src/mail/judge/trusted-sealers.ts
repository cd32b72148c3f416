/**
 * Services whose ARC seal we believe: large mailbox providers and list hosts that check SPF, DKIM and DMARC before they
 * pass mail on (their d=). It only ever lets a message through as unverified, so a short list costs little.
 */
export const trustedSealers: ReadonlySet<string> = new Set([
  'google.com',
  'googlegroups.com',
  'microsoft.com',
  'messagingengine.com',
  'topicbox.com',
  'pobox.com',
]);
