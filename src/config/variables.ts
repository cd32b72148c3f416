import { z } from 'zod';
import { values } from '#config/variable-values.ts';

interface Variable {
  /** Text to value; refuses with an issue. */
  readonly value: z.ZodType;
  /** What it takes, in words; also ends the line of a fault. */
  readonly takes: string;
  /** The text that counts when it is not set. */
  readonly fallback?: string;
  /** Without a fixed fallback: what holds then, in words. */
  readonly otherwise?: string;
  readonly about: string;
  /** Its value may hold a password and is never shown. */
  readonly secret?: true;
}

/** Every variable the program reads, in the order of the guide. The only such table. */
export const variables = {
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
  DATABASE_URL: {
    value: values.databaseUrl,
    takes: 'postgres://user:password@host:port/database',
    otherwise: 'the embedded server',
    about: 'Your own PostgreSQL, version 15 or newer, with `fsync` on.',
    secret: true,
  },
  SECRET_KEY: {
    value: values.secret,
    takes: '32 octets in base64, for example from: openssl rand -base64 32',
    otherwise: 'generated into `DATA_DIR/secret.key`',
    about:
      'Seals the keys in the database. Required with `DATABASE_URL`. Without it the data cannot be read: keep a copy.',
    secret: true,
  },
  PUBLIC_URL: {
    value: values.origin,
    takes: 'http:// or https:// and a host, without path',
    otherwise: '`http://localhost:<HTTP_PORT>`',
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
    about: 'The web app and the API.',
  },
  MX_PORT: {
    value: values.port,
    takes: 'a port from 0 to 65535, 0 for any free one',
    fallback: '2525',
    about: 'Mail from other servers. The internet delivers to port 25.',
  },
  MAIL_DOMAINS: {
    value: values.domains,
    takes: 'domain names with commas between them',
    fallback: 'kauke.test,mask.test,veil.test',
    about: 'The domains of aliases. Read only while the database holds none; the first two are the preferred ones.',
  },
  MAIL_HOSTNAME: {
    value: values.hostname,
    takes: 'a host name',
    otherwise: 'the host of `PUBLIC_URL`',
    about: 'The name given in SMTP greetings and Received headers.',
  },
  SMARTHOST_URL: {
    value: values.smarthost,
    takes: 'smtp://user:password@host:port or smtps://…',
    otherwise: 'none',
    about: 'The server that takes all outbound mail; port 25, with `smtps` 465, unless it names one.',
    secret: true,
  },
  DNS_SERVERS: {
    value: values.dnsServers,
    takes: 'IP addresses with commas between them, each with or without a port',
    otherwise: "the system's",
    about: 'Who answers our DNS questions.',
  },
  TARGET_CONFIRMATION: {
    value: z.enum(['required', 'off']),
    takes: 'required or off',
    fallback: 'required',
    about:
      'Whether the owner of an inbox must agree before mail is forwarded to it. `off` is for single-user installations.',
  },
  CUT_THROUGH: {
    value: z.enum(['on', 'off']),
    takes: 'on or off',
    fallback: 'on',
    about: 'Whether mail is delivered while its sender waits. `off` stores everything first, encrypted.',
  },
  SPOOL_MAX: {
    value: values.bytes,
    takes: 'a size such as 500 MiB or 2 GiB',
    fallback: '2 GiB',
    about: 'How much mail may wait in all.',
  },
  OPERATOR_EMAIL: {
    value: values.mailbox,
    takes: 'an email address, not on MAIL_DOMAINS',
    otherwise: 'none; required unless delivery is `preview`',
    about: 'Receives the mail to postmaster, abuse and the other role addresses.',
  },
  ROLES: {
    value: values.roles,
    takes: 'web, mx and worker, with commas between them',
    fallback: 'web,mx,worker',
    about: 'What this node does: web app and API, mail in, mail that waits.',
  },
  TLS_CERT_FILE: {
    value: values.path,
    takes: 'a PEM file, together with TLS_KEY_FILE',
    otherwise: 'self-signed, generated into `DATA_DIR`',
    about: 'The certificate for STARTTLS.',
  },
  TLS_KEY_FILE: {
    value: values.path,
    takes: 'a PEM file, together with TLS_CERT_FILE',
    otherwise: 'self-signed, generated into `DATA_DIR`',
    about: 'Its private key.',
  },
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof variables;

type Value<Name extends VariableName> = z.infer<(typeof variables)[Name]['value']>;

/** The value of each variable; `null` where it is not set and has no fallback. */
export type VariableValues = {
  readonly [Name in VariableName]: (typeof variables)[Name] extends { fallback: string }
    ? Value<Name>
    : Value<Name> | null;
};
