import { z } from 'zod';
import { factVariables } from '#config/facts/fact-variables.ts';
import { mailVariables } from '#config/mail-variables.ts';
import { upkeepVariables } from '#config/upkeep-variables.ts';
import { type Variable, values } from '#config/variable-values.ts';
import { registrationModeSchema } from '#contract/account/registration.ts';

/** Every variable the program reads, in the order of the guide. The only such table. */
export const variables = {
  CONFIG_FILE: {
    value: values.path,
    takes: 'a file of NAME=value lines, or none',
    otherwise: '`/etc/kauke/kauke.env`, else `kauke.env` in `DATA_DIR`, where there is such a file',
    about:
      'The settings file: what the program and all commands read besides the environment, which counts where both have a value.',
  },
  DELIVERY: {
    value: z.enum(['preview', 'smarthost', 'mx']),
    takes: 'preview, smarthost or mx',
    otherwise: '`smarthost` if `SMARTHOST_URL` is set, else `mx` if `MAIL_DOMAINS` is set, else `preview`',
    about: 'Where outbound mail goes. `preview` keeps it in memory and shows it at `/inbox`.',
  },
  DATA_DIR: {
    value: values.path,
    takes: 'a folder',
    otherwise: '`./data`, as root `/var/lib/kauke`',
    about:
      'Holds the embedded database, the generated secret and certificates. As root every user must be able to reach it.',
  },
  RUN_AS: {
    value: values.runAs,
    takes: 'a user of this machine other than root, or user:group',
    otherwise: 'whoever starts it',
    about:
      'Whom the program and all commands become when root starts them, before they open anything. Of the rights of root the ' +
      'program keeps one, to listen on ports below 1024. See the [guide](self-hosting.md#users-and-rights).',
  },
  DATABASE_URL: {
    value: values.databaseUrl,
    takes: 'postgres://user:password@host:port/database',
    otherwise: 'the embedded server',
    about:
      'Your own PostgreSQL, version 15 or newer, with `fsync` on. Several servers of which one takes writes: `host:port,host:port`.',
    secret: true,
  },
  SECRET_KEY: {
    value: values.secret,
    takes: '32 random octets in base64, for example from: openssl rand -base64 32',
    otherwise: 'generated into `DATA_DIR/secret.key`',
    about:
      'Seals the keys in the database. Required with `DATABASE_URL`. Without it the data cannot be read: keep a copy.',
    secret: true,
  },
  BACKUP_PUBLIC_KEY: {
    value: values.backupPublicKey,
    takes: 'the 48 characters that the command `backup key` printed',
    otherwise: 'none; backups cannot be made',
    about:
      'What backups are sealed to. The private key beside it opens them, and is kept away from the server; see the [guide](operating.md).',
  },
  BACKUP_DIR: {
    value: values.path,
    takes: 'a folder that exists, together with BACKUP_PUBLIC_KEY',
    otherwise: 'none; backups are made by hand',
    about: 'Where a node with the role `worker` makes a backup each day (UTC), and keeps the journal of deletions.',
  },
  BACKUP_KEEP: {
    value: values.backupsKept,
    takes: 'a number from 1 to 30',
    fallback: '7',
    about: 'How many daily backups stay in `BACKUP_DIR`.',
  },
  RELEASE_PUBLIC_KEY: {
    value: values.releasePublicKey,
    takes: 'an Ed25519 key, 32 octets in base64',
    otherwise: 'none; only the sum of an archive is checked',
    about:
      'Whose signature the archive of a release must have before `upgrade` takes it; see the [guide](upgrading.md).',
  },
  PUBLIC_URL: {
    value: values.origin,
    takes: 'http:// or https:// and a host, without path',
    otherwise: '`http://localhost:<HTTP_PORT>`; required if delivery is `mx`',
    about: 'The address people reach the web app at: links, cookies and the cross-site guard follow it.',
  },
  BIND_ADDRESS: {
    value: values.ipAddress,
    takes: 'an IP address; in preview only 127.0.0.1',
    otherwise: '`127.0.0.1` in preview, else `::`',
    about: 'Where all listeners bind.',
  },
  HTTP_PORT: {
    value: values.port,
    takes: 'a port from 0 to 65535, 0 for any free one',
    fallback: '3000',
    about: 'The web app and the API; on nodes without the role `web`, `/healthz` and `/readyz` alone.',
  },
  HTTPS_PORT: {
    value: values.portOrOff,
    takes: 'a port from 0 to 65535, 0 for any free one, or off',
    fallback: 'off',
    about:
      'The same by TLS, with the certificates of `ACME_EMAIL` or that of `TLS_CERT_FILE`. `PUBLIC_URL` tells which of the two people use.',
  },
  REDIRECT_PORT: {
    value: values.portOrOff,
    takes: 'a port from 0 to 65535, 0 for any free one, or off; needs a PUBLIC_URL of https',
    fallback: 'off',
    about:
      'Leads who comes by plain HTTP to `PUBLIC_URL`, and answers the servers that give certificates (`ACME_EMAIL`). The internet comes to port 80.',
  },
  HSTS_SUBDOMAINS: {
    value: z.enum(['on', 'off']),
    takes: 'on or off',
    fallback: 'off',
    about:
      'Where `PUBLIC_URL` is https: whether browsers are told for a year that all names below its host take https alone, too.',
  },
  TRUSTED_PROXIES: {
    value: values.networks,
    takes: 'IP addresses and networks such as 10.0.0.0/8, with commas between them',
    otherwise: 'none',
    about: 'The reverse proxies in front of this program: only what they write into X-Forwarded-For counts.',
  },
  ...mailVariables,
  OPERATOR_EMAIL: {
    value: values.mailbox,
    takes: 'an email address, not on MAIL_DOMAINS',
    otherwise: 'none; required unless delivery is `preview`',
    about: 'Receives the mail to postmaster, abuse and the other role addresses.',
  },
  PRIVACY_EMAIL: {
    value: values.mailbox,
    takes: 'an email address',
    otherwise: 'postmaster at the first domain',
    about: 'Where people send questions about privacy; shown on the legal pages.',
  },
  OPERATOR_NAME: {
    value: values.text,
    takes: 'a name',
    fallback: 'Kauke',
    about: 'Who runs this installation; shown on the legal pages. Required if delivery is `mx`.',
  },
  ...factVariables,
  DOCS_URL: {
    value: values.link,
    takes: 'an http:// or https:// address',
    otherwise: 'the bundled guides',
    about: 'Where the web app links to for documentation.',
  },
  SOCIAL_URL: {
    value: values.link,
    takes: 'an http:// or https:// address',
    otherwise: 'none; a link without an address is not shown',
    about: 'A profile on a social network, linked in the footer.',
  },
  VIDEO_URL: {
    value: values.link,
    takes: 'an http:// or https:// address',
    otherwise: 'none',
    about: 'A video about the service, linked in the footer.',
  },
  REVIEW_SITE_URL: {
    value: values.link,
    takes: 'an http:// or https:// address',
    otherwise: 'none',
    about: 'The page of the service on a review site, linked in the footer.',
  },
  REVIEW_URL: {
    value: values.link,
    takes: 'an http:// or https:// address',
    otherwise: 'none',
    about: 'Where people write a review, linked in the footer.',
  },
  FEEDBACK_URL: {
    value: values.link,
    takes: 'an http:// or https:// address',
    otherwise: 'a form of its own',
    about: 'Where the Feedback button leads.',
  },
  GOOGLE_CLIENT_ID: {
    value: values.text,
    takes: 'the client id of a web application at Google, together with GOOGLE_CLIENT_SECRET',
    otherwise: 'no Google sign-in',
    about: 'Turns Google sign-in on. The redirect address to register is `PUBLIC_URL/api/auth/google/callback`.',
  },
  GOOGLE_CLIENT_SECRET: {
    value: values.text,
    takes: 'its client secret, together with GOOGLE_CLIENT_ID',
    otherwise: 'no Google sign-in',
    about: 'Its secret.',
    secret: true,
  },
  GOOGLE_ISSUER: {
    value: values.issuer,
    takes: 'an https:// address; http:// only on this machine',
    fallback: 'https://accounts.google.com',
    about: 'Who is asked to sign people in, by OpenID Connect. For tests.',
  },
  REGISTRATION: {
    value: registrationModeSchema,
    takes: 'open, invite, approve or closed',
    fallback: 'open',
    about:
      'Who may open an account. `invite`: whoever holds a link of `npm run kauke -- invite`. `approve`: everybody, but a new ' +
      'account can do nothing until you say so with `npm run kauke -- account approve`; an invited one need not wait. `closed`: nobody. ' +
      'With `invite` and `closed` strangers see neither domains nor counts.',
  },
  NEW_ACCOUNTS_SEND: {
    value: values.countOrOff,
    takes: 'a number from 1 to 9999999, or off',
    fallback: '2000',
    about:
      'How many messages all accounts younger than a week may send together in a day, replies included. What each of them may ' +
      'send is less.',
  },
  ALIASES_PER_ACCOUNT: {
    value: values.countOrOff,
    takes: 'a number from 1 to 9999999, or off',
    fallback: 'off',
    about: 'How many aliases an account may have, those in its bin included. `off`: as many as its owner likes.',
  },
  ALIASES_UNCONFIRMED: {
    value: values.count,
    takes: 'a number from 1 to 9999999',
    fallback: '20',
    about: 'The same for an account of which neither the email nor any inbox or webhook is confirmed.',
  },
  TARGETS_PER_ACCOUNT: {
    value: values.count,
    takes: 'a number from 1 to 9999999',
    fallback: '500',
    about: 'How many inboxes and webhooks an account may have.',
  },
  API_KEYS_PER_ACCOUNT: {
    value: values.count,
    takes: 'a number from 1 to 9999999',
    fallback: '50',
    about: 'How many API keys an account may have.',
  },
  METRICS_PORT: {
    value: values.portOrOff,
    takes: 'a port from 0 to 65535, 0 for any free one, or off',
    fallback: 'off',
    about: 'Counts and latencies for Prometheus, at `/metrics` on 127.0.0.1 only.',
  },
  ROLES: {
    value: values.roles,
    takes: 'web, mx, submission and worker, with commas between them',
    fallback: 'web,mx,submission,worker',
    about: 'What this node does: web app and API, mail in, mail from mail programs, mail that waits.',
  },
  WORKERS: {
    value: values.workers,
    takes: 'a number from 1 to 64; in preview only 1',
    otherwise: '1 in preview, else one for each processor, at most 4',
    about: 'Processes that share the work of this node and its ports.',
  },
  ...upkeepVariables,
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof variables;

type Value<Name extends VariableName> = z.infer<(typeof variables)[Name]['value']>;

/** The value of each variable; `null` where it is not set and has no fallback. */
export type VariableValues = {
  readonly [Name in VariableName]: (typeof variables)[Name] extends { fallback: string }
    ? Value<Name>
    : Value<Name> | null;
};
