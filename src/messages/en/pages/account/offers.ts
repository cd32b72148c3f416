import { count } from '#messages/quantities.ts';

/** Passing an alias or a domain to another account: the side of whoever gives it. */
export const offerMessages = {
  open: 'Pass to another account',
  title: (name: string) => `Pass ${name} on?`,
  alias:
    'Whoever opens the link takes the address and nothing else of it: no inbox, note, label, rule, correspondent, password or held mail. Yours are erased then, and it does not come back.',
  domain:
    'Whoever opens the link owns the domain from then on. Its rules, catch-all, inboxes and invitations are erased; members keep their aliases. The new owner has a week to publish a record of their own.',
  loading: 'Loading...',
  notLoaded: 'It could not be loaded.',
  withAliases: 'My aliases on it pass, too',
  withAliasesHint: 'Otherwise you keep them, and may go on making aliases on it.',
  make: 'Make a link',
  makeAnother: 'Make another link',
  making: 'Making...',
  failure: 'The link could not be made',
  link: 'Link for one account',
  linkHint: (day: string) =>
    `It works once, until ${day}, and is shown only now. They sign in, see what it is, and take it. Until then nothing changes.`,
  offered: (day: string) => `There is a link, good until ${day}. Another one ends it.`,
  withdraw: 'Take the link back',
  withdrawing: 'Taking it back...',
  withdrawFailure: 'The link could not be taken back',
};

/** The page of such a link: the side of whoever takes it. */
export const takeMessages = {
  signInFirst: 'Sign in to see what you are offered. If you sign in with Google, open the link once more afterwards.',
  unusable: 'This link no longer works',
  unusableDescription: (days: number) =>
    `It was used, taken back or not copied whole, or is older than ${count(days, 'day', 'days')}. Ask for a new one.`,
  notLoaded: 'The link could not be checked',
  tryAgain: 'Try again',
  own: 'This is your own link',
  ownDescription: 'Send it to whoever is to have it. You can take it back where you made it.',
  titles: { alias: 'Take this alias?', domain: 'Take this domain?' },
  name: 'Name',
  aliases: 'Aliases',
  aliasesOf: (aliases: number) => (aliases === 0 ? 'None pass with it' : `${count(aliases, 'passes', 'pass')} with it`),
  members: 'Members',
  membersOf: (members: number) => `${count(members, 'account', 'accounts')}, who keep their aliases`,
  until: 'Until',
  explanations: {
    alias: 'Mail to it comes to you from then on. You get nothing of what came before.',
    domain:
      'You own it from then on. Publish your own record, which the settings show, within a week: without it the domain is lost to you.',
  },
  forwardTo: 'Forward to',
  standard: 'Your default inbox',
  unconfirmed: (inbox: string) => `${inbox} (not confirmed)`,
  take: 'Take it',
  taking: 'Taking it...',
  notNow: 'Not now',
  failed: 'Not taken',
  noAnswer: 'The server did not answer. Please try again.',
  taken: (name: string) => `${name} is yours`,
  takenDescriptions: {
    alias: 'It stands in your list.',
    domain: 'The settings show which record to publish.',
  },
  toDashboard: 'Go to Dashboard',
  toSettings: 'Go to Settings',
};

/** The aliases of all members, for those who manage a domain. */
export const domainAliasMessages = {
  title: 'Aliases of all members',
  member: 'Whose',
  everybody: 'Everybody',
  former: 'No member any more',
  states: {
    on: 'On',
    paused: 'Paused',
    ended: 'Ended',
    waiting: 'Waits',
    role: 'Takes no mail: only the domain’s owner and admins may have this name',
  },
  facts: (member: string, state: string) => `${member} · ${state}`,
  none: 'There are none.',
  loading: 'Loading...',
  notLoaded: 'The aliases could not be loaded.',
  next: 'Next',
  previous: 'Previous',
};

/** Names by which others ask whose a domain is, in the hands of others. */
export const roleNameMessages = {
  title: 'Names that speak for your domain',
  description:
    'By these names, authorities for certificates and other servers ask whose the domain is. They are with others. Give one to the owner, and its mail goes to the inbox of the domain; whoever had it keeps nothing of it and is told.',
  give: 'Give to the owner',
  giving: 'Giving...',
  failure: 'It could not be given to the owner',
  notLoaded: 'They could not be loaded.',
};
