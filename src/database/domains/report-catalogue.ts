import type { Catalogue } from '#database/data-entry.ts';
import type { ReportTables } from '#database/domains/report-tables.ts';

const day = {
  domainId: ['plain', 'the domain'],
  day: ['plain', 'the day (UTC)'],
  reporterHash: ['hashed', 'who reported, so that reporters can be counted; another hash for each domain'],
  reports: ['plain', 'how many reports were added up'],
} as const;

/** What is kept of reports about domains. */
export const reportCatalogue: Catalogue<ReportTables> = {
  reportRows: {
    about:
      'What is to be reported to owners of other domains, only where the operator sends reports (DMARC_REPORTS, TLS_REPORTS): sums of a day, with the IP addresses of servers that sent mail; nothing of whom it was for.',
    kept: 'until the report of its day is sent, 4 days at most',
    columns: {
      id: ['plain', 'its number'],
      day: ['plain', 'the day (UTC)'],
      kind: ['plain', 'of which kind of report'],
      organisationHash: ['hashed', 'whose domain it is, so that nobody has more than a share'],
      subjectHash: ['hashed', 'the domain that it is about, to make one report of its rows'],
      rowHash: ['hashed', 'all that it says, so that the same counts up'],
      sealed: [
        'sealed',
        'the domain; of DMARC where its mail came from and how it was proven, of TLS the mail host and how it went',
      ],
      count: ['plain', 'how many messages, or sessions'],
      claimedUntil: ['plain', 'who writes the report has it until then'],
      troubles: ['plain', 'how often the report could not be written'],
      trouble: ['plain', 'why it could not the last time: DNS, time, or a fault of ours'],
    },
  },
  dmarcReportDays: {
    about: 'What receivers reported of mail in the name of a domain (DMARC), in sums: no addresses, no correspondents.',
    kept: '90 days, then up to an hour; or with the domain',
    columns: {
      ...day,
      messages: ['plain', 'how many messages'],
      passed: ['plain', 'those proven to be of the domain'],
      dkimAligned: ['plain', 'by their signature'],
      spfAligned: ['plain', 'by where they came from'],
      quarantined: ['plain', 'those that were put aside'],
      rejected: ['plain', 'those that were refused'],
      ownFailed: ['plain', 'those that this service sent and that were not proven'],
    },
  },
  tlsReportDays: {
    about: 'What senders reported of encryption on the way to the mail servers of a domain, in sums.',
    kept: '90 days, then up to an hour; or with the domain',
    columns: {
      ...day,
      succeeded: ['plain', 'how many sessions were safe'],
      starttlsFailed: ['plain', 'how many were not, as encryption was not offered'],
      certificateFailed: ['plain', 'by the certificate'],
      daneFailed: ['plain', 'by DANE'],
      stsFailed: ['plain', 'by MTA-STS'],
      otherFailed: ['plain', 'by something else'],
    },
  },
  mailReportsSeen: {
    about: 'Reports that were counted, so that none counts twice.',
    kept: '30 days, then up to an hour',
    columns: {
      reportHash: ['hashed', 'who reported under which number on which domain'],
      seenAt: ['plain', 'when it came'],
    },
  },
};
