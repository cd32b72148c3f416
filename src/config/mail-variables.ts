import { z } from 'zod';
import { parseRoutes } from '#config/routes.ts';
import { parseSendFrom } from '#config/send-from.ts';
import { type Variable, values } from '#config/variable-values.ts';

/** How mail comes in, waits and leaves: a part of `variables`. */
export const mailVariables = {
  FORWARDING_PROVIDER: {
    value: z.enum(['builtin', 'improvmx']),
    takes: 'builtin or improvmx',
    fallback: 'builtin',
    about:
      'Who forwards the mail of aliases: this program, or ImprovMX where port 25 cannot be opened. With `improvmx` the roles mx and submission are off.',
  },
  IMPROVMX_API_KEY: {
    value: values.text,
    takes: 'an API key of ImprovMX',
    otherwise: 'none; required if `FORWARDING_PROVIDER` is `improvmx`',
    about: 'Lets this program change the aliases of an account at ImprovMX.',
    secret: true,
  },
  IMPROVMX_API_URL: {
    value: values.apiUrl,
    takes: 'an https:// address without query; http:// only on this machine',
    fallback: 'https://api.improvmx.com/v3',
    about: 'The API of ImprovMX, with its version.',
  },
  OWN_DOMAINS: {
    value: z.enum(['on', 'off']),
    takes: 'on or off',
    fallback: 'on',
    about:
      'Whether accounts may bring domains of their own, see the [guide](own-domains.md). With `FORWARDING_PROVIDER=improvmx` they may not.',
  },
  SUBDOMAINS: {
    value: values.domainsOrNone,
    takes: 'domains of this service, with commas between them, or none',
    fallback: 'none',
    about:
      'Below which of the shared domains accounts are given names such as `ruta.example.org`. Their DNS needs two more records, see the [guide](self-hosting.md#domains-of-accounts).',
  },
  MX_PORT: {
    value: values.port,
    takes: 'a port from 0 to 65535, 0 for any free one',
    fallback: '2525',
    about: 'Mail from other servers. The internet delivers to port 25.',
  },
  SUBMISSION_PORT: {
    value: values.port,
    takes: 'a port from 0 to 65535, 0 for any free one',
    fallback: '2587',
    about: 'Mail programs that send as an alias, by STARTTLS.',
  },
  SUBMISSIONS_PORT: {
    value: values.port,
    takes: 'a port from 0 to 65535, 0 for any free one',
    fallback: '2465',
    about: 'The same with TLS from the start.',
  },
  SUBMISSION_PUBLIC_PORT: {
    value: values.publicPort,
    takes: 'a port from 1 to 65535',
    otherwise: '587; in preview the port of `SUBMISSION_PORT`',
    about: 'The port for STARTTLS that people are told.',
  },
  SUBMISSIONS_PUBLIC_PORT: {
    value: values.publicPort,
    takes: 'a port from 1 to 65535',
    otherwise: '465; in preview the port of `SUBMISSIONS_PORT`',
    about: 'The port for TLS from the start that people are told.',
  },
  MAILBOX_PORT: {
    value: values.port,
    takes: 'a port from 0 to 65535, 0 for any free one',
    otherwise: 'none',
    about:
      'A mailbox for mail programs (POP3 with TLS from the start) that is always empty: with it they set themselves up to send as an alias, see the [guide](sending.md#by-the-address-alone).',
  },
  MAILBOX_PUBLIC_PORT: {
    value: values.publicPort,
    takes: 'a port from 1 to 65535',
    otherwise: '995; in preview the port of `MAILBOX_PORT`',
    about: 'The port of that mailbox that mail programs are told.',
  },
  PROXY_PROTOCOL: {
    value: values.networks,
    takes: 'IP addresses and networks such as 10.0.0.0/8, with commas between them',
    otherwise: 'none',
    about:
      'The proxies in front of the SMTP ports that send the PROXY protocol, version 1 or 2. Each connection from them must begin with it; from anybody else it is refused.',
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
  SEND_FROM: {
    value: z.string().transform(parseSendFrom),
    takes:
      'addresses of this machine with commas between them, each with its host name: 192.0.2.1 mx1.example.net, 2001:db8::1 mx1.example.net',
    otherwise: "the system's choice, which calls itself `MAIL_HOSTNAME`",
    about:
      'The addresses that mail leaves from, each with the name it gives in EHLO. Behind the name may stand `for=` with ' +
      '`forwarding`, `sending`, `new-accounts` or `own-mail` (several with `+`), `since=` with the day of its first use, and ' +
      '`drain`. Only where `DELIVERY` is `mx`; see the [guide](self-hosting.md#addresses-that-mail-leaves-from).',
  },
  ROUTES: {
    value: z.string().transform(parseRoutes),
    takes:
      'domains with commas between them, each with its server: example.org=lmtp://127.0.0.1:24, example.net=smtp://[fd00::5]:25',
    otherwise: 'none',
    about:
      'Servers for the mail to single domains, instead of their mail hosts in DNS or the smarthost. They may be private ones, ' +
      'which no inbox or webhook of your users leads to otherwise. Without a port it is 25, for `lmtp` 24; see the ' +
      '[guide](self-hosting.md#mail-servers-of-your-own).',
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
    about:
      'Whether mail is delivered while its sender waits. From the time that takes, whoever writes to many aliases can tell ' +
      'which of them share an inbox. `off` stores everything first, encrypted, and hides it.',
  },
  ARC: {
    value: z.enum(['auto', 'on', 'off']),
    takes: 'auto, on or off',
    fallback: 'auto',
    about:
      'Whether forwarded mail carries our ARC seal. `auto`: in transparent mode, and where a chain of seals arrived.',
  },
  DKIM_ED25519: {
    value: z.enum(['on', 'off']),
    takes: 'on or off',
    fallback: 'off',
    about:
      'Whether all mail gets a second DKIM signature, with Ed25519 (RFC 8463). Publish the records that `npm run kauke -- dkim` then prints.',
  },
  UNAUTHENTICATED_MAIL: {
    value: z.enum(['refuse', 'mark']),
    takes: 'refuse or mark',
    otherwise: '`refuse` if delivery is `mx`, else `mark`',
    about: 'What becomes of mail that neither SPF nor DKIM vouches for. `mark` forwards it as `[unverified]`.',
  },
  TRUSTED_SEALERS: {
    value: values.domainsOrNone,
    takes: 'domain names with commas between them, or none',
    fallback: 'google.com,googlegroups.com,microsoft.com,messagingengine.com,topicbox.com,pobox.com',
    about:
      'Forwarders and list hosts whose ARC seals are believed. What they say passed is forwarded as `via` their name where its From domain would have it refused.',
  },
  DMARC_REPORTS: {
    value: z.enum(['on', 'off']),
    takes: 'on or off',
    fallback: 'off',
    about:
      'Whether owners of other domains who ask for it (`rua` in their DMARC record) get a report each day of mail in their name that came here: from which servers, whether it was proven, and what their policy did. Never for whom it was. See the [guide](self-hosting.md#reports-to-other-mail-servers).',
  },
  TLS_REPORTS: {
    value: z.enum(['on', 'off']),
    takes: 'on or off',
    fallback: 'off',
    about:
      'Whether domains that mail leaves for and that ask for it (`_smtp._tls`) get a report each day of how TLS with their mail hosts went. Not where a smarthost sends.',
  },
  DNSBL_ZONES: {
    value: values.domains,
    takes: 'domain names with commas between them',
    otherwise: 'none',
    about: 'DNS block lists, such as zen.spamhaus.org. Clients that one of them lists are refused.',
  },
  RSPAMD_URL: {
    value: values.rspamd,
    takes: 'http:// or https:// and a host, without path; a password goes before the host as :password@',
    otherwise: 'none',
    about: 'An Rspamd worker that is asked about each message: what it rejects is refused, spam gets a header.',
    secret: true,
  },
  HELD_MAX: {
    value: values.bytes,
    takes: 'a size such as 50 MiB or 1 GiB',
    fallback: '50 MiB',
    about:
      'How much mail that would be refused one account may hold. What is beyond it is refused. It counts in `SPOOL_MAX`, too.',
  },
  SPOOL_MAX: {
    value: values.bytes,
    takes: 'a size such as 500 MiB or 2 GiB',
    fallback: '2 GiB',
    about:
      'How much mail may wait in all: at most so much, and less where the disk of the embedded database has less room.',
  },
  WEBHOOK_ALLOW_INSECURE: {
    value: z.enum(['true', 'false']),
    takes: 'true or false',
    fallback: 'false',
    about: 'Whether webhooks may be plain http, on any port and on this machine. For tests.',
  },
} as const satisfies Record<string, Variable>;
