import { type Variable, values } from '#config/variable-values.ts';

/** Where certificates come from, and who hears when something is wrong: a part of `variables`. */
export const upkeepVariables = {
  TLS_CERT_FILE: {
    value: values.path,
    takes: 'a PEM file, together with TLS_KEY_FILE',
    otherwise: 'self-signed, generated into `DATA_DIR`',
    about: 'The certificate for STARTTLS and HTTPS; read again when it changes.',
  },
  TLS_KEY_FILE: {
    value: values.path,
    takes: 'a PEM file, together with TLS_CERT_FILE',
    otherwise: 'self-signed, generated into `DATA_DIR`',
    about: 'Its private key, in a file that only its owner can read (a group may, where root owns it).',
  },
  ACME_EMAIL: {
    value: values.mailbox,
    takes: 'an email address, without TLS_CERT_FILE, together with a public MAIL_HOSTNAME or PUBLIC_URL',
    otherwise: 'no certificates by ourselves',
    about:
      'Gets certificates for the mail host, and with `HTTPS_PORT` for the host of `PUBLIC_URL` and the `mta-sts.` names (with `MAILBOX_PORT` the `autoconfig.` names too), and renews them. Whoever sets it agrees to the terms of the server and tells it this address.',
  },
  ACME_DIRECTORY: {
    value: values.acmeDirectory,
    takes: 'production, staging, or the https:// address of a directory; http:// only on this machine',
    fallback: 'production',
    about:
      "Who gives the certificates: Let's Encrypt, its staging server whose certificates nobody trusts, or another one that speaks ACME.",
  },
  ALARM_URL: {
    value: values.ownUrl,
    takes: 'an https:// address; http:// only on this machine',
    otherwise: 'none; alarms go by mail to `OPERATOR_EMAIL` alone',
    about:
      'Where faults are told by a POST of JSON, with a `text` that chat servers show; see the [guide](operating.md#doctor-alarms-and-a-heartbeat). It may be a private host.',
    secret: true,
  },
  ALARM_NTFY_URL: {
    value: values.ownUrl,
    takes: 'an https:// address; http:// only on this machine',
    otherwise: 'none',
    about:
      'The same to a topic of an ntfy server, such as https://ntfy.sh/TOPIC; a token goes before the host as :token@.',
    secret: true,
  },
  HEARTBEAT_URL: {
    value: values.ownUrl,
    takes: 'an https:// address; http:// only on this machine',
    otherwise: 'none',
    about:
      'Asked for once a minute while mail passes, and only then: whoever waits there notices when it stays away. Each node asks.',
    secret: true,
  },
} as const satisfies Record<string, Variable>;
