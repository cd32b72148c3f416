import { countText, largeCount } from '#messages/quantities.ts';

/** What other mail servers report of a domain. */
export const mailReportMessages = {
  title: 'Reports of other mail servers',
  description: (days: number) =>
    `What receivers and senders of mail reported of the last ${days} days (UTC). No address that mail came from is kept.`,
  empty: 'No reports yet. Mail servers send them once a day to the address in the DNS records.',
  day: 'Day',
  dmarc: 'Mail sent from this domain (DMARC)',
  messages: 'Messages',
  proven: 'Proven',
  refused: 'Set aside or refused',
  dmarcNote: 'Mail that was not proven was forged by others, or changed on its way, as lists do.',
  own: (messages: number) =>
    `${largeCount(messages, 'message', 'messages')} from an address of this service ${messages === 1 ? 'was' : 'were'} not proven: SPF or DKIM of the domain does not fit.`,
  tls: 'Encrypted connections (TLS)',
  sessions: 'Connections',
  succeeded: 'Encrypted',
  failed: 'Failed',
  reasons: {
    starttlsFailed: 'no encryption',
    certificateFailed: 'certificate',
    daneFailed: 'DANE',
    stsFailed: 'MTA-STS',
    otherFailed: 'other reasons',
  },
  reason: (name: string, sessions: number) => `${name}: ${countText(sessions)}`,
  why: (reasons: string) => `Failures: ${reasons}.`,
  /** Domains of accounts, as one. */
  others: 'Domains of accounts, all in one',
  open: 'Reports',
  openOf: (name: string) => `Reports of ${name}`,
  panel: (days: number) => `The last ${days} days (UTC)`,
  records:
    'To receive reports here, replace the records of these names with the ones below. They keep your existing settings.',
  name: 'Name (TXT)',
  value: 'Value',
};
