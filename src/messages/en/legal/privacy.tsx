import type { ReactNode } from 'react';
import { describeOperator, type LegalSection, type PageLink, type StatedFacts } from '#messages/legal/facts.ts';
import { durationText } from '#messages/quantities.ts';

const dayMs = 24 * 60 * 60 * 1000;

export const privacyMessages = {
  title: 'Privacy Policy',
  intro: 'What we keep, what we do not, and why.',
};

export function privacySections(facts: StatedFacts, contact: ReactNode, link: PageLink): LegalSection[] {
  return [
    {
      paragraphs: [
        `This service is run by ${describeOperator(facts)}${facts.law === null ? '' : ` and operated under ${facts.law}`}. ` +
          'It is built so that this page can be short.',
      ],
    },
    {
      title: facts.forwarder === null ? 'Zero logs of your mail' : 'Logs of your mail',
      paragraphs: [describeLogs(facts)],
    },
    { title: 'What we keep', list: listStored(facts) },
    {
      title: 'What we do not keep',
      list: [
        'No messages, subjects or attachments, and no sender that anybody could read.',
        'No OAuth tokens: when you sign in with Google, we read who you are once and keep no key to your account.',
        facts.sendsReports.dmarc
          ? 'No IP address of a browser or a program that you use here: limits against abuse count keyed hashes of them and forget them when ' +
            'their time is over. Those of servers that send mail here are kept for a report, as told above.'
          : 'No IP addresses. Limits against abuse count keyed hashes of them and forget them when their time is over.',
        'No profile of what you do. There are no advertisements and no trackers.',
      ],
    },
    {
      title: sendsAny(facts) ? 'Who helps us, and who else is told' : 'Who helps us',
      paragraphs: [
        describeForwarding(facts),
        facts.hostedDatabase
          ? 'The database is hosted by a third-party provider, with encryption at rest. Addresses and secrets in it ' +
            'are encrypted by us before they get there.'
          : 'The database runs with this service itself, at no provider. Addresses and secrets in it are encrypted.',
        'If you sign in with Google, Google learns that you use this service. We sell data to nobody.',
        ...describeReports(facts),
      ],
    },
    {
      title: 'Your control',
      paragraphs: [
        'You can export all that is stored about you at any time, change or delete every alias, and delete your ' +
          'account. Deleting it removes your aliases, your profile and your authentication data. What remains is a ' +
          'keyed hash of each address that was in use: it names nobody, and keeps anyone else from taking over an ' +
          'address that people still write to.',
        ...describeUndo(facts),
        <>How long other data is kept, and what rights you have, stands on the {link('/gdpr', 'GDPR page')}.</>,
      ],
    },
    {
      title: 'Children',
      paragraphs: [`You must be at least ${facts.minimumAge} years old to use this service.`],
    },
    {
      title: 'Changes and contact',
      paragraphs: [
        <>When this policy changes, this page does, with a new date above. Write to {contact} about anything here.</>,
      ],
    },
  ];
}

/** How long what was deleted can still be had back, on every page that speaks of deletion. */
export function describeUndo({ leavingDays, binDays, unusedNameDays, backupDays }: StatedFacts): string[] {
  return [
    `A deleted account stops at once: its aliases refuse mail, and its API keys and SMTP passwords open nothing. For ` +
      `${leavingDays} days you can sign in and take the deletion back. Then all of it is erased.`,
    `A deleted alias refuses mail at once and lies in a bin for ${binDays} days, from which you can restore it. You ` +
      `may choose from 0 to ${binDays} days; with 0 it is erased at once. What remains is the keyed hash of its ` +
      `address: of one that never carried mail for ${unusedNameDays} days, of any other for ever.`,
    `Backups are sealed, hold no mail and are kept for ${backupDays} days at most; what was deleted is deleted again when one is restored.`,
  ];
}

function describeLogs({ forwarder, forwarderLogs, queuedMailDays, holdDays }: StatedFacts): string {
  return forwarder === null
    ? 'We keep no email activity logs: not who wrote to an alias, not when, not about what. We collect nothing of the ' +
        'content we forward. On its normal way no part of a message touches a disk. A message whose destination does ' +
        `not answer waits encrypted for ${durationText(queuedMailDays * dayMs)} at most, and is erased once it is delivered ` +
        'or given up. Where you choose it, and only then: mail that would be refused is held for you, encrypted, for ' +
        `${holdDays} days at most, or the messages that an alias refused are counted by week, and what becomes of the ` +
        'mail of an alias that you watch is noted for a day, encrypted, without its sender.'
    : `We keep no email activity logs. ${forwarderLogs} Only mail to an alias that is paused comes to us, and we drop ` +
        'it without keeping any of it.';
}

function sendsAny({ sendsReports: { dmarc, tls } }: StatedFacts): boolean {
  return dmarc || tls;
}

/** Who is told something of the mail that comes and goes, and what. */
function describeReports({ sendsReports: { dmarc, tls } }: StatedFacts): string[] {
  return [
    ...(dmarc
      ? [
          'Owners of domains who ask for it (DMARC) get a report each day, at addresses that they name, of mail in their name that came here: the IP addresses of the ' +
            'servers that sent it, how many messages, and whether they were proven to be theirs. Never for whom a message was, nor what it said.',
        ]
      : []),
    ...(tls
      ? [
          'Owners of domains who ask for it (TLS reports) are told each day how encrypted connections from here to their mail hosts went. ' +
            'Never whose mail it was.',
        ]
      : []),
  ];
}

/** What is kept for these reports until they leave. */
function listReported(facts: StatedFacts): NonNullable<LegalSection['list']> {
  const { dmarc, tls } = facts.sendsReports;
  if (!sendsAny(facts)) return [];
  const kept = [
    ...(dmarc
      ? ['the IP addresses of servers that sent mail in the name of a domain whose owner asks for reports']
      : []),
    ...(tls ? ['how connections to mail hosts went'] : []),
  ];
  const days = durationText(facts.retention.reportRowDays * dayMs);
  return [
    [
      'What is to be reported.',
      `In sums of a day, encrypted: ${kept.join(', and ')}. Until the report of the day leaves, ${days} at most.`,
    ],
  ];
}

function listStored(facts: StatedFacts): NonNullable<LegalSection['list']> {
  const forwardsItself = facts.forwarder === null;
  return [
    [
      'Account information.',
      'Your email and a hash of your password if you sign in that way; your wallet address if you sign in with a ' +
        'wallet; an identifier and your verified email if you sign in with Google. A profile only if you fill it in, encrypted: your ' +
        'names and a picture, which is kept without what it tells of where, when and by what it was taken.',
    ],
    [
      'Aliases.',
      `Their names${forwardsItself ? ', whether they are on and when they end' : ' and whether they are on'}. Your notes, your labels and the addresses they forward to are encrypted.`,
    ],
    [
      'Domains of your own.',
      'Their names, what DNS says of them, and who may make aliases there. Whoever manages one sees the names of its aliases and whether they are on.' +
        (forwardsItself ? ' Rules of a domain are encrypted.' : ''),
    ],
    ['API keys.', 'A hash of each, the name you gave it and the day of its last use.'],
    [
      'What happened to your account.',
      'For 90 days, encrypted and for you: sign-ins by browsers that were new, failed attempts, and changes of how you sign in, ' +
        'of keys and of where your mail goes. A browser is known by a keyed hash of a cookie.',
    ],
    ...(forwardsItself
      ? ([
          [
            'Reply addresses.',
            'So that you can answer as an alias, each correspondent gets an address of ours. What it stands for is ' +
              'encrypted with that very address, so that we cannot list whom you write with.',
          ],
          [
            'Numbers, if you switch them on.',
            'How many messages each alias had on a day, for 30 days, then one sum: no time of day, no sender. Of an alias that is to ' +
              'end after days without mail, the day of its last mail.',
          ],
          [
            'Whom an alias was made for.',
            'Keyed hashes of the domains of its first senders, at most eight and others for each alias, so that it can tell you ' +
              'when somebody else writes to it. Who reads the database learns no name from them.',
          ],
          ['Sender rules.', 'Whom you block, allow or hold: encrypted, and found by a keyed hash.'],
          ['Complaints.', 'For 90 days, when a complaint at abuse@ led to your account; nothing of what it said.'],
        ] satisfies LegalSection['list'])
      : []),
    ...listReported(facts),
    [
      'Basic usage statistics.',
      'The number of aliases and their creation dates, and daily counts of page views, messages and events by name, ' +
        'with nothing about who.',
    ],
    [
      'Technical and security logs.',
      'That a request was made, to which route, and whether it worked. No address and no content.',
    ],
  ];
}

function describeForwarding({ forwarder }: StatedFacts): string {
  return forwarder === null
    ? 'Mail is received, signed and forwarded by this service itself. No third-party forwarding provider sees it.'
    : `Forwarding runs through ${forwarder}, which handles messages on their way. It is told each alias and where its mail goes.`;
}
