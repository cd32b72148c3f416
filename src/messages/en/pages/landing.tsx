import { countText } from '#messages/quantities.ts';

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
  free: (totals: string | null) => (totals === null ? 'Free of charge.' : `${totals}. Free of charge.`),
  totals: (people: number, aliases: number) =>
    `${countText(people)} ${people === 1 ? 'person' : 'people'}, ` +
    `${countText(aliases)} ${aliases === 1 ? 'alias' : 'aliases'}`,
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
  /** Where somebody else carries the mail. */
  unlimitedElsewhere: 'An alias for each sender',
  instant: 'Instant forwarding',
  reply: 'Reply anonymously',
  /** Where somebody else carries the mail. */
  send: 'Send as your alias',
  domains: 'Multiple domains',
};
