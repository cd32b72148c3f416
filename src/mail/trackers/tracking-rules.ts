/** Parameters of links that say who clicked, or where, and nothing to the page. Names in lower case. */
const parameters: ReadonlySet<string> = new Set([
  '__hsfp',
  '__hssc',
  '__hstc',
  '_bta_c',
  '_bta_tid',
  '_hsenc',
  '_hsmi',
  '_ke',
  '_kx',
  '_openstat',
  'ck_subscriber_id',
  'dclid',
  'dm_i',
  'fbclid',
  'gbraid',
  'gclid',
  'gclsrc',
  'hsa_acc',
  'hsctatracking',
  'igshid',
  'irclickid',
  'li_fat_id',
  'mc_cid',
  'mc_eid',
  'mkt_tok',
  'ml_subscriber',
  'ml_subscriber_hash',
  'msclkid',
  'oly_anon_id',
  'oly_enc_id',
  'rb_clickid',
  'sc_cid',
  'srsltid',
  'ttclid',
  'twclid',
  'vero_conv',
  'vero_id',
  'wbraid',
  'wickedid',
  'yclid',
]);
const families = /^(?:utm|pk|mtm|piwik|matomo|hsa|trk|guce)_[a-z]/;

/** Whether a parameter of a link is there to follow whoever clicks. `name`: in lower case, without escapes. */
export function isTrackingParameter(name: string): boolean {
  return parameters.has(name) || families.test(name);
}

/** A link with one of these is signed: without a parameter it would lead nowhere. */
const signatures = /^(?:x-amz-signature|x-goog-signature|signature|sign|sig|hmac|hash|mac|token)$/;

export function isSignature(name: string): boolean {
  return signatures.test(name);
}

/** Of those who tell senders that a message was opened: their hosts (without or with more in front), and where there. */
const counters: readonly (readonly [host: RegExp, path: RegExp])[] = [
  [/(?:^|\.)awstrack\.me$/, /^/],
  [/(?:^|\.)mailtrack\.io$/, /^/],
  [/(?:^|\.)mltrk\.io$/, /^/],
  [/(?:^|\.)emltrk\.com$/, /^/],
  [/(?:^|\.)getnotify\.com$/, /^/],
  [/(?:^|\.)readnotify\.com$/, /^/],
  [/(?:^|\.)mailstat\.us$/, /^/],
  [/^mailfoogae\.appspot\.com$/, /^/],
  [/(?:^|\.)yesware\.com$/, /^\/t/],
  [/(?:^|\.)bl-1\.com$/, /^/],
  [/(?:^|\.)sidekickopen\d*\.com$/, /^/],
  [/(?:^|\.)(?:hubspotemail|hubspotlinks|hubspotlinksfree)\.(?:net|com)$/, /^\/(?:cto|cto-)/i],
  [/^r\.superhuman\.com$/, /^/],
  [/(?:^|\.)mixmax\.com$/, /^\/api\/track/],
  [/^open\.convertkit-mail\d*\.com$/, /^/],
  [/(?:^|\.)(?:klclick\d*|klaviyomail)\.com$/, /^/],
  [/(?:^|\.)(?:cmail\d+|createsend\d*)\.com$/, /^\/t\//],
  [/(?:^|\.)list-manage\.com$/, /^\/track\//],
  [/(?:^|\.)pstmrk\.it$/, /^\/open/],
  [/(?:^|\.)google-analytics\.com$/, /^/],
  [/(?:^|\.)doubleclick\.net$/, /^/],
  [/^(?:www\.)?facebook\.com$/, /^\/tr/],
  [/^px\.ads\.linkedin\.com$/, /^/],
  [/^t\.co$/, /^\/i\/adsct/],
];

/** The same under hosts of the sender's own: SendGrid, Mailchimp, Salesforce, Brevo, Mailjet, Customer.io, Mailgun, others. */
const ownPaths: readonly RegExp[] = [
  /^\/wf\/open$/,
  /\/track\/open\.php$/,
  /\/open\.aspx$/,
  /^\/tr\/op\//,
  /^\/oo\/[\w-]+\//,
  /^\/e\/o\/[\w=-]{16,}/,
  /^\/o\/eJ[\w-]{16,}/,
  /\/(?:open|opened|pixel|beacon|tracking|track|tracker)\.(?:gif|png)$/i,
];

/** Whether an image is asked for so that somebody knows it was. */
export function isOpenCounter({ hostname, pathname }: URL): boolean {
  return (
    ownPaths.some((pattern) => pattern.test(pathname)) ||
    counters.some(([host, path]) => host.test(hostname) && path.test(pathname))
  );
}
