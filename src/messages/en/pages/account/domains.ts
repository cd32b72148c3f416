import { count } from '#messages/quantities.ts';

type Check = 'ownership' | 'mx' | 'spf' | 'dkim' | 'dmarc';
type State = 'unverified' | 'verified' | 'failing' | 'lost';

const checks: Readonly<Record<Check, { readonly title: string; readonly why: string }>> = {
  ownership: { title: 'It is yours', why: 'Leave this record in place: it is looked for again and again.' },
  mx: { title: 'Mail comes here (MX)', why: 'Take away other MX records of this name.' },
  spf: { title: 'We may send for it (SPF)', why: 'A name has one such record. What stood in yours stays in this one.' },
  dkim: { title: 'Signed as itself (DKIM)', why: 'These lead to our keys, which change without you.' },
  dmarc: { title: 'Forgeries are refused (DMARC)', why: 'Tells others what to do with mail that is not from you.' },
};

const states: Readonly<Record<Exclude<State, 'verified'>, { readonly chip: string; readonly note: string }>> & {
  readonly verified: { readonly chip: string };
} = {
  unverified: {
    chip: 'Not verified',
    note: 'Takes no mail yet. Publish the records where you manage the domain, then check.',
  },
  verified: { chip: 'Verified' },
  failing: {
    chip: 'No longer proven',
    note: 'Everything works for now. Publish the first record again within a week, or the domain is lost to you.',
  },
  lost: {
    chip: 'Lost',
    note: 'Its aliases take no mail. Publish the first record again to have it back, unless somebody else proves it.',
  },
};

/** The settings about domains of an account. */
export const domainMessages = {
  title: 'Domains',
  description: 'Use aliases on a domain of your own. Nobody else is shown it, and you can take it elsewhere.',
  guide: 'How to bring a domain',
  label: 'Domain',
  hint: (below: readonly string[], own: boolean): string => {
    const [first] = below;
    const sub = first === undefined ? '' : `a name such as ruta.${first}`;
    if (!own) return `Choose ${sub}.`;
    return sub === '' ? 'For example example.org or mail.example.org.' : `For example mail.example.org, or ${sub}.`;
  },
  add: 'Add domain',
  adding: 'Adding...',
  addFailure: 'The domain could not be added',
  missing: 'Enter a domain.',
  check: 'Check now',
  checking: 'Checking...',
  checkOne: (name: string) => `Check ${name} now`,
  checkFailure: 'The domain could not be checked',
  catchAll: 'Catch-all',
  catchAllOf: (name: string) => `Catch-all of ${name}`,
  remove: 'Remove',
  removeOne: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeDescription:
    'You make no more aliases on it. Of a domain of your own the aliases must be deleted before; those in the bin go with it, and mail to it is refused at once.',
  removeFailure: 'The domain could not be removed',
  records: (name: string) => `Records of ${name}`,
  show: 'Show records',
  showOf: (name: string) => `Show records of ${name}`,
  hide: 'Hide records',
  hideOf: (name: string) => `Hide records of ${name}`,
  missingRecords: (missing: number): string =>
    missing === 0
      ? 'All records are published.'
      : `${count(missing, 'record is', 'records are')} not as they should be.`,
  sub: 'Given to you. There is nothing to publish.',
  maker: 'You may make aliases on it.',
  proofDue: (day: string) =>
    `It passed to you. Publish the first record in the place of the former owner’s until ${day}, or the domain is lost to you.`,
  states,
  checks,
  ok: 'Published',
  notOk: 'Not published',
  seen: (found: readonly string[]) => `DNS says: ${found.join(' · ')}`,
  nothingSeen: 'DNS says nothing yet.',
  notChecked: 'Not checked yet',
  name: (type: string) => `${type} record, name`,
  value: 'Value',
  elsewhere:
    'Mail to this name goes elsewhere now. Where it has mailboxes, bring a sub-domain such as mail.example.org instead: they would get nothing any more.',
};

const roles: Readonly<Record<'admin' | 'maker', string>> = {
  admin: 'Manages the domain',
  maker: 'Makes aliases',
};

/** Who may use a domain. */
export const memberMessages = {
  open: 'Members',
  openOne: (name: string) => `Members of ${name}`,
  title: (name: string) => `Members of ${name}`,
  description:
    'Members make aliases of their own on the domain. Nobody sees the inboxes, mail or notes of others. Who manages it can publish, invite and remove, too.',
  notLoaded: 'The members could not be loaded.',
  roles,
  you: 'You',
  owner: 'Owner',
  member: (role: string, aliases: number) => `${role}. ${count(aliases, 'alias', 'aliases')}.`,
  invited: (role: string, end: string) => `Invited until ${end}. ${role}.`,
  remove: 'Remove',
  removeOne: (name: string) => `Remove ${name}`,
  removeFailure: 'The member could not be removed',
  name: 'Who is it?',
  nameHint: 'Only members who manage the domain see it.',
  nameMissing: 'Enter a name.',
  role: 'What they may do',
  invite: 'Make a link',
  inviting: 'Making...',
  inviteFailure: 'The link could not be made',
  inviteAnother: 'Invite somebody else',
  link: 'Link for one person',
  linkHint: (days: number) =>
    `It works once, for ${count(days, 'day', 'days')}, and is shown only now. They sign in first, then open it.`,
  joinTitle: 'Join a domain?',
  joinDescription:
    'Somebody invited you to make aliases on their domain. They see their names and whether they are on, never your inboxes, notes or mail.',
  join: 'Join',
  joining: 'Joining...',
  notNow: 'Not now',
  joinFailure: 'You could not join',
};
