/** What stands below the first screen of the landing page. */
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

/** The product itself, photographed. */
export const productMessages = {
  title: 'All of them in one list',
  text: 'Whom each alias is for, where its mail goes, and a switch that ends it. One press of Enter makes the next.',
  picture: 'A screenshot: a list of aliases, each with its inbox, a note, a menu of actions and a switch.',
};

export const stepMessages = {
  title: 'How It Works',
  intro: 'Set up in about 30 seconds.',
  steps: [
    ['Sign up', 'With an email and a password, or a wallet. No name, no phone number, no card.'],
    ['Create alias', 'Choose a name and where its mail should go. One for each shop, list or stranger.'],
    ['Send and receive', 'Mail arrives in your inbox. Answer as the alias, and nobody learns which inbox that is.'],
  ] satisfies [string, string][],
  /** The last one where somebody else carries the mail. */
  elsewhere:
    'Mail arrives in your inbox. Write as the alias with its own SMTP password; a plain answer from your inbox shows its address.',
};

export const cardMessages = {
  label: 'What you get',
  privacy: 'Privacy First',
  privacyText:
    'Your real address is sealed in our database, and we tell it to nobody who writes to you. How long delivery takes can hint which aliases share it.',
  /** Where somebody else carries the mail. */
  privacyElsewhere:
    'Your real address is sealed in our database. Nobody who writes to you is told; ImprovMX, which forwards the mail, must know it.',
  free: 'Completely Free',
  freeText: 'Unlimited aliases on every domain. There is no paid plan, so nothing is held back for it.',
  freeElsewhereText:
    'There is no paid plan here. How many aliases there can be is up to the plan that this service has at ImprovMX.',
  logs: 'Zero Logs Policy',
  logsText: 'We keep no log of who wrote to whom, and collect nothing of the content that is forwarded.',
  logsElsewhere: 'Not everybody keeps none',
  logsElsewhereText:
    'We keep no log of who wrote to whom. ImprovMX, which forwards the mail, keeps logs of its own with addresses and subjects.',
};

/** `elsewhere`: the text where somebody else carries the mail. */
type Reason = [title: string, text: string, elsewhere?: string];

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
    [
      'It never answers for you',
      'A paused alias drops mail in silence. A deleted one refuses it.',
      'A deleted alias refuses mail. A paused one drops it in silence, or refuses it where the plan at ImprovMX knows no other way.',
    ],
    [
      'It speaks your language',
      'Send from an alias with your own mail program, or have its mail posted to a webhook.',
      'Send from an alias with your own mail program, or have its mail posted to a webhook, as far as the plan at ImprovMX goes.',
    ],
    ['It lets you leave', 'Export everything at any time. Delete the account, and what it held goes with it.'],
  ] as Reason[],
};
