import type { LegalSection, RetentionTimes, SentReports, StatedFacts } from '#messages/legal/facts.ts';

/** One kind of data: what it is, and until when it is there. */
type RetentionRow = readonly [what: string, kept: string];

const retentionMessages = {
  title: 'Data Retention',
  intro: 'What this server keeps, and until when. What is over is erased within the hour.',
  what: 'What',
  kept: 'Kept',
  logs: 'There are no email activity logs, and no mail is kept beyond what this table names.',
  ownLogs: (forwarderLogs: string) => `We keep no email activity logs. ${forwarderLogs}`,
};

function days(count: number): string {
  return count === 1 ? 'a day' : `${count} days`;
}

function hours(count: number): string {
  return count === 1 ? 'an hour' : `${count} hours`;
}

/** Every row by its name; each says its time by a number of the program. */
export function retentionRows(times: RetentionTimes) {
  return {
    account: [
      'Your account, its aliases, inboxes, settings, passkeys and API keys',
      `Until you delete it, and ${days(times.leavingDays)} more, for which you can take that back`,
    ],
    unconfirmed: ['An account that nobody confirms', `${days(times.unconfirmedAccountDays)} after it was opened`],
    bin: [
      'A deleted alias',
      `In your bin for ${days(times.binDays)}, or fewer if you choose; with 0 it is erased at once`,
    ],
    names: [
      'The name of an erased alias, as a keyed hash, so that no stranger gets its mail',
      `${days(times.unusedNameDays)} if it never carried mail, else for ever`,
    ],
    undos: ['What an alias was before you changed it, encrypted, to undo that', days(times.undoDays)],
    moves: [
      'What was read elsewhere while you move in, encrypted; the key of the other service is never stored',
      `Until you end the move, or ${days(times.moveDays)} after its last step. Addresses to change at their sites stay on your list until done`,
    ],
    sessions: [
      'Where you are signed in',
      `Until you sign out: ${days(times.sessionIdleDays)} after the last use and ${days(times.sessionDays)} after signing in at most`,
    ],
    events: [
      'Changes and sign-ins that you should hear of, encrypted, and browsers that you use, as a keyed hash of a cookie',
      days(times.securityEventDays),
    ],
    links: [
      'Links in our mails',
      `${days(times.confirmationLinkDays)}; to set a new password ${hours(times.resetLinkHours)}. One that confirmed an inbox can end it as long as the inbox is there`,
    ],
    offers: ['Links that pass an alias or a domain on', `Until used or taken back, ${days(times.offerDays)} at most`],
    challenges: ['What your wallet or passkey is asked to sign', `${times.challengeMinutes} minutes`],
    limits: [
      'Counts against abuse, under keyed hashes of IP addresses, emails and accounts',
      `Until the limit ends: IP addresses at most ${days(times.networkCountDays)}, the rest ${times.countDays} days`,
    ],
    backups: [
      'Backups, sealed, without mail',
      `${days(times.backupDays)}. What you delete is noted for one day more, and deleted again when one is restored`,
    ],
  } satisfies Record<string, RetentionRow>;
}

/** What there is besides where mail comes in to this server itself. */
export function mailRetentionRows(times: RetentionTimes) {
  return {
    waiting: [
      'Mail whose destination does not answer, encrypted',
      `Until it is delivered or given up, ${days(times.queuedMailDays)} at most. All other mail is never stored`,
    ],
    held: [
      'Mail that would be refused, encrypted, only if you have it held',
      `Until you release or delete it, ${days(times.holdDays)} at most`,
    ],
    refusals: [
      'How many messages an alias refused, by week, only if you switch that on',
      `${times.refusalWeeks} weeks: this one and the last`,
    ],
    fullInboxes: [
      'How many messages an inbox of yours had no room for, with keyed hashes of at most two of their senders’ domains',
      `${days(times.fullInboxDays)} after the first, or until it counts as failing`,
    ],
    inboxRefusals: [
      'How many messages an inbox of yours refused, and its reason for the last',
      `${days(times.inboxRefusalDays)} after the first`,
    ],
    numbers: [
      'How many messages an alias had on a day, only if you switch that on',
      `${days(times.countedDays)}, then one sum until you switch it off`,
    ],
    traces: ['What became of the mail of an alias, without senders, only if you watch it', hours(times.traceHours)],
    contacts: [
      'Reply addresses, each encrypted with itself, so that nobody can list whom you write with',
      `Until the alias is erased, or ${times.contactMonths} months without use. Blocked ones stay`,
    ],
    reports: ['The fact that a complaint concerned your account, without what it said', days(times.reportDays)],
    mailReports: [
      'What other mail servers report of all mail in the name of a domain, in sums of days',
      days(times.mailReportDays),
    ],
  } satisfies Record<string, RetentionRow>;
}

/** What there is besides where reports are sent to owners of other domains. */
export function reportRetentionRows(times: RetentionTimes, { dmarc, tls }: SentReports): Record<string, RetentionRow> {
  const kept = [
    ...(dmarc
      ? [
          'of mail in the name of domains whose owners ask for reports (DMARC), with the IP addresses of the servers that sent it',
        ]
      : []),
    ...(tls ? ['of connections to mail hosts (TLS reports)'] : []),
  ];
  if (kept.length === 0) return {};
  return {
    sentReports: [
      `Sums of a day, encrypted, ${kept.join(', and ')}`,
      `Until the report of the day is sent, ${days(times.reportRowDays)} at most`,
    ],
  };
}

/** What has no end, or none that this program sets. */
const endlessRows: readonly RetentionRow[] = [
  ['Inboxes whose owners want no mail from us, as keyed hashes', 'For ever'],
  ['Page views, messages and events counted by day, with nothing about who', 'For ever'],
  ['What the operator did to an account, by its number alone', 'For ever'],
  [
    'Technical logs, without addresses and without content',
    'As long as the system they are written to keeps them: this program keeps none itself',
  ],
];

/** The whole table of an installation. */
function describeRetention({ retention, forwarder, sendsReports }: StatedFacts): readonly RetentionRow[] {
  const elsewhere: RetentionRow[] =
    forwarder === null ? [] : [[`Mail and logs at ${forwarder}, which carries the mail`, 'As long as it decides']];
  const own = forwarder === null ? Object.values(mailRetentionRows(retention)) : elsewhere;
  const reported = Object.values(reportRetentionRows(retention, sendsReports));
  return [...Object.values(retentionRows(retention)), ...own, ...reported, ...endlessRows];
}

/** The one statement of it, on every page that makes one. */
export function retentionSection(facts: StatedFacts): LegalSection {
  const { title, intro, what, kept, logs, ownLogs } = retentionMessages;
  return {
    title,
    paragraphs: [intro],
    table: { heads: [what, kept], rows: describeRetention(facts) },
    after: [facts.forwarder === null ? logs : ownLogs(facts.forwarderLogs)],
  };
}
