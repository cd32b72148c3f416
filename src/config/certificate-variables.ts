import { type Variable, values } from '#config/variable-values.ts';

/** Where certificates come from: a part of `variables`. */
export const certificateVariables = {
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
      'Gets certificates for the mail host, and with `HTTPS_PORT` for the host of `PUBLIC_URL` and the `mta-sts.` names, and renews them. Whoever sets it agrees to the terms of the server and tells it this address.',
  },
  ACME_DIRECTORY: {
    value: values.acmeDirectory,
    takes: 'production, staging, or the https:// address of a directory; http:// only on this machine',
    fallback: 'production',
    about:
      "Who gives the certificates: Let's Encrypt, its staging server whose certificates nobody trusts, or another one that speaks ACME.",
  },
} as const satisfies Record<string, Variable>;
