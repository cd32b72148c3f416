import type { ReactNode } from 'react';
import { count } from '#messages/quantities.ts';

/** The page of one alias. */
export const aliasPageMessages = {
  /** While it is not known which it is. */
  title: 'Alias',
  back: 'All aliases',
  loading: 'Loading this alias...',
  notLoaded: 'This alias could not be loaded.',
  notFound: 'No such alias',
  notFoundText: 'You have no alias at this address. It may have been deleted for good, or belong to another account.',
  toList: 'Go to your aliases',
  binned: 'In the bin',
  binnedText: 'Mail to it is refused. Restored, it is what it was, but without its SMTP password.',
  copy: 'Copy address',
  edit: 'Edit',
  sendTest: 'Send a test',
  sending: 'Sending...',
  /** What became of it. `inbox` makes its words a link. */
  tested: (inbox: (words: string) => ReactNode) => (
    <>Sent and taken. What your inbox gets is in {inbox('the preview inbox')}.</>
  ),
  testedByMail: 'Sent and taken. It is on its way to your inbox; the first one may lie under spam.',
  testDropped: 'Sent and taken, and dropped, because the alias is paused. Nothing arrives.',
  testUnconfirmed: (inbox: (words: string) => ReactNode) => (
    <>No inbox of this alias is confirmed yet. Open the confirmation mail in {inbox('the preview inbox')}.</>
  ),
  repliesShow:
    'A reply from your inbox shows its address to whoever wrote: ImprovMX forwards the mail here. To answer as the alias, send by SMTP.',
  testUnconfirmedByMail: 'No inbox of this alias is confirmed yet. Open the link in the confirmation mail first.',
  /** Why it stands as it does. */
  reasons: {
    on: (targets: number) =>
      targets === 1 ? 'What comes is forwarded.' : `What comes is forwarded to all ${targets} targets.`,
    partly: (taking: number, targets: number) =>
      `What comes is forwarded to ${taking} of ${count(targets, 'target', 'targets')}. Beside each of the others stands why it gets nothing.`,
    failing: 'Each target that agreed refuses what it is sent, so nothing arrives now.',
    waiting:
      'No target has agreed yet, so nothing is forwarded. For 7 days after an alias was made senders are asked to try again; then their mail is refused.',
    stopped: 'No target takes mail any more, so nothing is forwarded. Beside each stands why.',
    pausedRefuses:
      'The plan of the forwarding provider cannot drop mail: it is refused, and senders are told that there is no such address.',
    paused: 'Mail is taken and silently dropped. Senders are not told.',
    suspended: 'Your account is suspended, so nothing comes in.',
    settingUp: 'The service that forwards your mail is being told of it.',
    domainOff:
      'Its domain is switched off: mail is taken and silently dropped, as for a paused alias. Settings, Domains switches it on.',
    domainUnverified: 'Its domain is not verified, so nothing arrives. Settings, Domains says what to publish in DNS.',
    ownersRole: 'Its name is for the owner and the admins of the domain, so nothing arrives.',
  },
  targets: 'Forwards to',
  targetsDescription: 'Each inbox confirms once, each webhook answers a signed request.',
  takesMail: 'Takes mail',
  paused: 'Gets nothing while the alias is paused',
  testOf: (webhook: string) => `Delivery to ${webhook}`,
  facts: 'About it',
  factsDescription: 'Notes and labels are stored encrypted; only you see them.',
  note: 'Note',
  labels: 'Labels',
  noLabels: 'None',
  end: 'End',
  noEnd: 'It does not end by itself.',
  made: 'Created',
  smtp: 'Send as this alias',
  smtpDescription: 'For mail programs, scripts and servers.',
  mail: 'Contacts and mail handling',
  leaving: 'Pass on or delete',
  leavingDescription: 'Hand this alias to another account here, or delete it.',
  remove: 'Delete alias',
};

/** The chart of an alias's last days. */
export const dayChartMessages = {
  /** For those who do not see it. */
  name: (days: number, taken: number, other: number) =>
    `The last ${days} days: ${count(taken, 'message', 'messages')} forwarded, ${other} dropped or held`,
  forwarded: 'Forwarded',
  other: 'Dropped or held',
  most: (total: number) => `Busiest day: ${total.toLocaleString('en')}`,
  numbers: 'Day by day',
};
