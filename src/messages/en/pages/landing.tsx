/** The landing page. */
export const landingMessages = {
  title: 'Email aliases that forward to you',
  headline: 'Be anyone',
  stopHeadline: 'Stop the changing headline',
  turnHeadline: 'Let the headline change',
  tagline: 'One click, new identity. Your inbox stays safe.',
  promise:
    'Give every shop, list and stranger an email address of its own. What they send is forwarded to your real inbox, ' +
    'and none of them learns which one that is.',
  free: (totals: string) => `${totals}. Free of charge.`,
  totals: (people: number, aliases: number) =>
    `${people.toLocaleString()} ${people === 1 ? 'person' : 'people'}, ` +
    `${aliases.toLocaleString()} ${aliases === 1 ? 'alias' : 'aliases'}`,
  totalsAbove: (thousands: number) => `${thousands},000+ people, ${thousands},000+ aliases`,
  join: (thousands: number) =>
    `Join the ${thousands < 1 ? '' : `${thousands}k+ `}people who keep their inbox to themselves.`,
  loading: 'Loading...',
  toDashboard: 'Go to Dashboard',
  start: 'Get Started Free',
  private: 'A private service, for those who have an account.',
  google: 'Sign Up with Google',
  mission: 'Learn more about our mission',
};

/** What strangers see of somebody who uses aliases. */
export const pictureMessages = {
  label: 'Three strangers know three aliases; none of them knows your inbox.',
  strangers: [
    ['A leaked forum', 'old-forum'],
    ['A shop', 'sneakers'],
    ['A newsletter', 'sunday-read'],
  ] satisfies [string, string][],
  writesTo: (who: string) => `${who} writes to`,
  refused: 'Refused',
  forwarded: 'Forwarded',
  inbox: 'Your inbox',
  unknown: 'known to nobody',
};

export const featureMessages = {
  label: 'In short',
  unlimited: 'Unlimited aliases',
  instant: 'Instant forwarding',
  reply: 'Reply anonymously',
  domains: 'Multiple domains',
};

export const problemMessages = {
  title: 'One address for everybody is one address too few.',
  problem: 'The problem',
  problemText:
    'Your address is the key that joins every account you have. A single leak is enough: it is sold on, the spam ' +
    'starts, and you can take it back from nobody.',
  problemDrawing: 'Five strangers know one address, hand it to others, and all of it arrives.',
  solution: 'The solution',
  solutionText:
    'An alias stands between each sender and your inbox. If one turns bad, switch it off. The others stay, and you ' +
    'know who gave yours away.',
  solutionDrawing:
    'Each stranger meets a mask of its own before the inbox; one mask is switched off, and its mail ends there.',
};

export const stepMessages = {
  title: 'How It Works',
  intro: 'Set up in about 30 seconds.',
  steps: [
    ['Sign up', 'With an email and a password, or a wallet. No name, no phone number, no card.'],
    ['Create alias', 'Choose a name and where its mail should go. One for each shop, list or stranger.'],
    ['Send and receive', 'Mail arrives in your inbox. Answer as the alias, and nobody learns which inbox that is.'],
  ],
};

export const cardMessages = {
  label: 'What you get',
  privacy: 'Privacy First',
  privacyText:
    'Your real address is sealed in our database, and we tell it to nobody who writes to you. How long delivery takes can hint which aliases share it.',
  free: 'Completely Free',
  freeText: 'Unlimited aliases on every domain. There is no paid plan, so nothing is held back for it.',
  logs: 'Zero Logs Policy',
  logsText: 'We keep no log of who wrote to whom, and collect nothing of what is forwarded.',
};

export const whyMessages = {
  title: 'Why Kauke',
  text: (
    <>
      <span lang="lt">Kaukė</span> is Lithuanian for mask. Ours is privacy by design: what we do not keep, nobody can
      take, ask for or sell.
    </>
  ),
  reasons: [
    ['It is yours to switch', 'Change the inbox behind an alias whenever you like. Nobody who writes to it notices.'],
    ['It never answers for you', 'A paused alias drops mail in silence. A deleted one refuses it.'],
    ['It speaks your language', 'Send from an alias with your own mail program, or have its mail posted to a webhook.'],
    ['It lets you leave', 'Export everything at any time. Delete the account, and what it held goes with it.'],
  ],
};
