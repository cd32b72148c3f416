import type { LegalSection, RetentionTimes, StatedFacts } from '#messages/legal/facts.ts';

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
    numbers: [
      'How many messages an alias had on a day, only if you switch that on',
      `${days(times.countedDays)}, then one sum until you switch it off`,
    ],
    limits: [
      'Counts against abuse, under keyed hashes of IP addresses, emails and accounts',
      `Until the limit is over: of IP addresses ${days(times.networkCountDays)} at most, of anything else ${times.countDays} days`,
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
    traces: ['What became of the mail of an alias, without senders, only if you watch it', hours(times.traceHours)],
    contacts: [
      'Reply addresses, each encrypted with itself, so that nobody can list whom you write with',
      `Until the alias is erased, or ${times.contactMonths} months without use. Blocked ones stay`,
    ],
    reports: ['That a complaint led to your account, without what it said', days(times.reportDays)],
  } satisfies Record<string, RetentionRow>;
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
function describeRetention({ retention, forwarder }: StatedFacts): readonly RetentionRow[] {
  const elsewhere: RetentionRow[] =
    forwarder === null ? [] : [[`Mail and logs at ${forwarder}, which carries the mail`, 'As long as it decides']];
  const own = forwarder === null ? Object.values(mailRetentionRows(retention)) : elsewhere;
  return [...Object.values(retentionRows(retention)), ...own, ...endlessRows];
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
