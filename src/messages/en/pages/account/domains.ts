import { count } from '#messages/quantities.ts';

type Check = 'ownership' | 'mx' | 'spf' | 'dkim' | 'dmarc';
type State = 'unverified' | 'verified' | 'failing' | 'lost';

const checks: Readonly<Record<Check, { readonly title: string; readonly why: string }>> = {
  ownership: { title: 'Ownership', why: 'Leave this record in place: it is checked again and again.' },
  mx: { title: 'Incoming mail (MX)', why: 'Remove other MX records of this name.' },
  spf: { title: 'Sending (SPF)', why: 'A name has only one such record: this one keeps what yours said before.' },
  dkim: { title: 'Signature (DKIM)', why: 'These lead to our keys, which change without any work of yours.' },
  dmarc: { title: 'Forgeries (DMARC)', why: 'Tells other servers what to do with mail that is not from you.' },
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
    note: 'Everything works for now. The first record must be published again soon, or the domain is lost.',
  },
  lost: {
    chip: 'Lost',
    note: 'Its aliases take no mail. Publish the first record again to have it back, unless somebody else proves it.',
  },
};

/** The settings about domains of an account. */
export const domainMessages = {
  title: 'Domains',
  description:
    'Use aliases on a domain of your own. Only you and its members can use it, and you can take it elsewhere.',
  guide: 'How to bring a domain',
  label: 'Domain',
  hint: (below: readonly string[], own: boolean): string => {
    const [first] = below;
    const sub = first === undefined ? '' : `a name such as ruta.${first}`;
    if (!own) return `Choose ${sub}.`;
    return sub === '' ? 'Such as example.org or mail.example.org.' : `Such as mail.example.org, or ${sub}.`;
  },
  add: 'Add domain',
  adding: 'Adding...',
  addFailure: 'The domain could not be added',
  missing: 'Enter a domain.',
  check: 'Check now',
  checking: 'Checking...',
  checkFailure: 'The domain could not be checked',
  actions: 'Actions',
  actionsOf: (name: string) => `Actions of ${name}`,
  closeOf: (part: string) => `Close: ${part}`,
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
      : `${count(missing, 'record is not as it should be', 'records are not as they should be')}.`,
  unchecked: 'Its records have not been checked yet.',
  sub: 'Given to you. There is nothing to publish.',
  maker: 'You may make aliases on it.',
  failing: (day: string) =>
    `Everything works for now. Publish the first record again before ${day}, or the domain is lost to you.`,
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
  onlyOne: 'Only one such record may stand there: of several, none counts.',
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
    'Members make aliases of their own on the domain. Nobody sees the inboxes, mail or notes of others. Those who manage it can also publish records, invite and remove.',
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

/** What else is chosen about a domain. */
export const aboutDomainMessages = {
  open: 'Settings',
  openOf: (name: string) => `Settings of ${name}`,
  title: (name: string) => `Settings of ${name}`,
  off: 'Off',
  active: 'Takes mail',
  activeText:
    'Off, all of its aliases are paused: their mail is dropped, nothing is sent as them, and mail makes no new ones.',
  fromName: 'Name to send with',
  fromNameHint:
    'Stands beside your aliases on it, in the place of the name that your mail program writes. An alias with a name of its own keeps that.',
  description: 'Description',
  descriptionHint: 'Only you see it.',
  save: 'Save',
  saving: 'Saving...',
  failure: 'The domain could not be changed',
};
