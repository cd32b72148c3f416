/**
 * The house from the ground up: every room under src and the browser extension beside it, and what its files may import besides themselves.
 *
 * `#core/keys` is a room or a file of ours with all in it; any other name is a package; `type:` allows types only. What a
 * floor may import, all its rooms may, and they share the files beside them that have no row of their own. Where a name
 * ends in `*`, each folder there is a room for itself. And nowhere a circle, of files or of folders, types included.
 */
export const floors: Readonly<Record<string, string>> = {
  platform: 'node:* prom-client',
  messages: 'type:react',
  contract: '#messages zod',
  config: '#contract #platform node:* zod',
  database: '#config #platform node:* kysely pg zod',

  // The mail library: knows no alias, no setting, no database.
  protocol: '#platform node:*',
  'protocol/message': '',
  'protocol/dns': 'dns-packet',
  'protocol/net': '#protocol/dns',
  'protocol/spf': '#protocol/message #protocol/dns',
  'protocol/dkim': '#protocol/message #protocol/dns',
  'protocol/dmarc': '#protocol/message #protocol/dns #protocol/spf #protocol/dkim',
  'protocol/x509': '',
  'protocol/acme': '#protocol/x509',
  'protocol/openpgp': '#protocol/message #protocol/net openpgp',
  'protocol/smime': '#protocol/message #protocol/x509',
  'protocol/arc': '#protocol/message #protocol/dns #protocol/dkim',
  'protocol/authentication': `#protocol/message #protocol/dns
    #protocol/spf #protocol/dkim #protocol/dmarc #protocol/arc`,
  'protocol/dsn': '#protocol/message',
  'protocol/reports': '',
  'protocol/smtp-server': '#protocol/message #protocol/net',
  'protocol/pop3-server': '#protocol/net #protocol/smtp-server',
  'protocol/smtp-client': '#protocol/dns #protocol/net',

  // The product's rules: know no HTTP and no SMTP.
  core: `#contract #messages #config #database #platform #core/keys #core/links #core/alias-rows
    node:* kysely pg zod @scure/base csv-parse csv-stringify openid-client otpauth
    @simplewebauthn/server tldts`,
  'core/keys': '',
  'core/alias-rows': '',
  'core/backups': '',
  'core/limits': '',
  'core/links': '',
  'core/domains': '',
  'core/certificates': '',
  'core/watch': '',
  'core/stats': '#core/limits',
  'core/mail-reports': '#core/own-domains #core/limits #core/domains #core/targets #core/stats #protocol/dmarc',
  'core/contacts': '#core/limits',
  'core/labels': '#core/limits',
  'core/sender-rules': '',
  'core/held': '#core/stats',
  'core/alias-traces': '',
  'core/undos': '',
  'core/notices': '#core/limits #core/targets',
  'core/security': '#core/limits #core/targets #core/notices',
  'core/api-keys': '#core/limits #core/security',
  'core/targets': '#core/limits #core/domains #core/undos',
  'core/feedback': '#core/targets #core/notices',
  'core/unsubscribe': '#core/contacts #core/targets #core/undos',
  'core/webhooks': '#core/targets #core/notices',
  'core/credentials': '#core/targets #core/security',
  'core/confirmation': '#core/security #core/targets #core/webhooks',
  'core/aliases': `#core/domains #core/labels #core/undos #core/targets #core/security #core/credentials
    #core/confirmation`,
  'core/rules':
    '#core/limits #core/domains #core/labels #core/targets #core/security #core/confirmation #core/aliases #core/own-domains re2js',
  'core/own-domains': `#core/limits #core/domains #core/targets #core/security #core/confirmation #core/aliases
    #protocol/spf #protocol/dmarc`,
  'core/offers': `#core/limits #core/domains #core/targets #core/security #core/credentials #core/confirmation #core/aliases
    #core/own-domains`,
  'core/providers': '#core/limits #core/targets #core/credentials #core/aliases',
  'core/moving-in':
    '#core/limits #core/contacts #core/domains #core/targets #core/confirmation #core/aliases #core/own-domains',
  'core/accounts': `#core/moving-in #core/limits #core/stats #core/labels #core/domains #core/own-domains #core/undos #core/security #core/api-keys
    #core/targets #core/credentials #core/confirmation #core/aliases #core/rules #core/offers #core/held #core/sender-rules`,
  'core/sign-in': `#core/moving-in #core/limits #core/notices #core/security #core/contacts #core/held #core/api-keys #core/targets #core/credentials
    #core/confirmation #core/accounts #core/registration #core/own-domains`,
  'core/registration': '#core/targets #core/security #core/notices',
  'core/operator':
    '#core/alias-traces #core/stats #core/mail-reports #core/aliases #core/credentials #core/security #core/targets #core/accounts #core/sign-in',
  'core/housekeeping.ts': '#core',

  // The engine: what Kauke does with mail.
  mail: '#core #protocol #contract #messages #config #database #platform node:* kysely type:pg zod',
  'mail/recipient': '@scure/base',
  'mail/rewrite': '',
  'mail/documents': '',
  'mail/webhook': '',
  'mail/hand-in': '',
  'mail/preview': '#mail/hand-in #mail/recipient',
  'mail/judge': '#mail/recipient #mail/rewrite',
  'mail/send-from': '',
  'mail/encrypt': '#mail/rewrite',
  'mail/trackers': '',
  'mail/queue': '#mail/recipient #mail/rewrite #mail/send-from #mail/encrypt',
  'mail/forward': '#mail/recipient #mail/rewrite #mail/judge #mail/encrypt #mail/trackers #mail/queue',
  'mail/held': '#mail/recipient #mail/judge #mail/queue #mail/forward',
  'mail/as-alias': '#mail/recipient #mail/rewrite #mail/documents #mail/judge #mail/encrypt #mail/queue #mail/forward',
  'mail/reports': '#mail/recipient #mail/rewrite #mail/documents #mail/judge #mail/queue',
  'mail/deliver-to-aliases.ts':
    '#mail/recipient #mail/rewrite #mail/judge #mail/queue #mail/forward #mail/held #mail/reports',
  'mail/receive-message.ts':
    '#mail/deliver-to-aliases.ts #mail/recipient #mail/judge #mail/held #mail/as-alias #mail/reports',
  'mail/local-transport.ts': '#mail/recipient #mail/receive-message.ts',
  'mail/write-test.ts': '#mail/hand-in #mail/rewrite #mail/local-transport.ts',

  api: `#core #contract #messages #config #platform
    node:* hono @hono/node-server @hono/zod-openapi zod`,

  web: `#contract #messages type:#api react react-dom react-hook-form @tanstack/react-query
    @simplewebauthn/browser @wallet-standard/app lucide-react radix-ui uqr virtual:guides`,
  'web/lib': '',
  'web/components': '#web/lib',
  'web/features/*': '#web/lib #web/components',
  'web/app': '#web/lib #web/components #web/features',
  'web/main.ts': '#web',
  'web/start.tsx': '#web',
  'web/take-over.ts': '#web',
  'web/nobody.ts': '#web/lib #web/components',
  'web/draw-page.tsx': '#web',
  'web/prerendered-pages.tsx': '#web',
  'web/drawn-policies.tsx': '#web',

  // Runs in a browser of its own, beside the pages; takes their look from them.
  extension: '#contract #messages #web/components #web/lib/join-classes.ts react react-dom lucide-react zod',
  'extension/lib': '',
  'extension/background': '#extension/lib',
  'extension/components': '#extension/lib',
  'extension/popup': '#extension/lib #extension/components',
  'extension/settings': '#extension/lib #extension/components',
  'extension/manifest.ts': '#extension/lib',
  'extension/pack-extension.ts': '#extension/manifest.ts #extension/write-zip.ts node:* vite',
  'extension/write-zip.ts': 'node:*',

  // Puts all together; nobody else loads the preview's inbox.
  main: '#platform #messages #contract #config #database #protocol #core #mail #api node:* package.json',
  cli: `#platform #messages #contract #config #database #protocol #core #mail/queue #mail/mail-limits.ts
    #mail/hand-in #mail/judge/block-lists.ts #mail/rewrite/sign-mail.ts #api #main
    node:* kysely marked rolldown vite zod`,
};
