/** What whoever asks for something reads where another forwards the mail, and that cannot do it: one sentence each. */
export const missingFeatures = {
  replies:
    "ImprovMX forwards the mail here: a reply to a forwarded message goes out under the inbox's own address, not as the alias.",
  contacts:
    'ImprovMX forwards the mail here and makes no reverse addresses: correspondents can be neither written to as the alias nor blocked.',
  deliveries:
    'ImprovMX forwards the mail here: this server does not see the messages, and cannot say which of them wait or send a test.',
  transparent: 'ImprovMX forwards the mail here: how it handles the messages of one alias cannot be set.',
  held: 'ImprovMX forwards the mail here: this server does not see the messages, and can neither hold, trace nor sort them by sender.',
  signedWebhooks:
    'ImprovMX posts to the webhooks here: its posts are not signed, and can be neither tested nor sent again.',
  ownDomains: 'Domains cannot be brought here.',
  domainRules:
    'ImprovMX forwards the mail here and takes no rules of ours: catch-all can only be off, or forward every name.',
  domainOffers: 'A domain that ImprovMX forwards cannot pass to another account.',
  lives: 'ImprovMX forwards the mail here: aliases cannot end by themselves.',
  encryption: 'ImprovMX forwards the mail here: this server does not see the messages, and cannot encrypt them.',
  counts: 'ImprovMX forwards the mail here: this server does not see the messages, and cannot count them.',
  reports: 'ImprovMX forwards the mail here: reports of other mail servers do not reach this server.',
  accountSending: 'ImprovMX sends the mail here: each alias has a password of its own, and none is for all.',
};

/** Why catch-all cannot be switched on. */
export const catchAllNeedsPlan: string =
  'The plan of the forwarding provider has no webhooks: with catch-all, mail of paused aliases would still be forwarded.';
