/** What is promised, the test that proves it, the guide that tells more, and what is not promised. */
interface PromiseText {
  readonly title: string;
  readonly text: string;
  readonly test: string;
  readonly guide: readonly [path: string, words: string];
  readonly not: string;
}

const mailPromises: readonly PromiseText[] = [
  {
    title: 'An alias does not tell who is behind it',
    text: 'Not in a header, a reply, a bounce or an error; not in a log line, and not in a stolen database.',
    test: 'tests/integration/reply-leaks.test.ts',
    guide: ['/docs/replies', 'How replies work'],
    not: 'How long delivery takes can hint which aliases share an inbox.',
  },
  {
    title: 'Nothing accepted is lost',
    text: 'What was accepted is delivered, or its sender or you are told, also when the power fails in between.',
    test: 'tests/crash/run-crash-rounds.ts',
    guide: ['/docs/operating', 'How it is run'],
    not: 'Your inbox may still refuse a message, or take it for spam.',
  },
  {
    title: 'Nothing about your mail is kept',
    text: 'On its normal way no part of a message touches a disk. What must wait is encrypted, and erased when done.',
    test: 'tests/integration/no-leak.test.ts',
    guide: ['/gdpr', 'What is kept, and how long'],
    not: 'While it passes, the server reads what it forwards: aliases are not end-to-end encryption.',
  },
];

const otherPromises: readonly PromiseText[] = [
  {
    title: 'Only owners get in',
    text: 'Every request, mail program and webhook must prove who it is, and one account never sees another.',
    test: 'tests/integration/two-accounts.test.ts',
    guide: ['/docs/api', 'Who may call what'],
    not: 'Whoever can read your inbox can read what is forwarded there.',
  },
  {
    title: 'One command runs all of it',
    text: 'Database, web app and mail server are one program. It runs on a laptop, and on many servers.',
    test: 'tests/integration/running-program.test.ts',
    guide: ['/docs/self-hosting', 'How to host it'],
    not: 'Mail from a new server needs weeks until large providers trust it.',
  },
];

export const promiseMessages = {
  title: 'What we promise, and what proves it',
  intro: 'Each promise has tests in the source, which anybody can run. What we do not promise is said, too.',
  proof: 'Proof:',
  not: 'Not promised:',
  mail: mailPromises,
  other: otherPromises,
  /** Where somebody else carries the mail. */
  elsewhere:
    'Here ImprovMX forwards the mail. It sees each message, knows where it goes and keeps logs of its own, so we promise nothing about mail ' +
    'on its way.',
  host: 'Run it yourself',
  hostText:
    'In the folder of the source, with Node.js 24. It opens a preview of everything, and sends no mail until you say so.',
  command: 'npm ci && npm start',
  hostGuide: 'From there to a server of your own',
};
