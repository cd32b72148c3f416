import type { Step } from '../run-steps.ts';
import { testsOf } from '../steps.ts';
import { crashRounds, daysAhead, labTest, oneVersionOfGroups, secludedLabTest, shuffled } from './lab-steps.ts';
import {
  earlierRelease,
  history,
  memoryLimit,
  mount,
  npmProgram,
  npmRegistry,
  program,
  quota,
  root,
  variable,
  type Need,
} from './needs.ts';

/** A test or measurement that needs more than npm or more time than `npm test` may take. */
export interface Lab {
  readonly name: string;
  readonly what: string;
  readonly takes: string;
  readonly needs: readonly Need[];
  readonly steps: readonly Step[];
  /** One loop for each processor works beside it, so that everything comes late. */
  readonly onBusyMachine?: boolean;
}

/** `file`: of the tests, and the name of the lab. */
function extensionLab(file: string, browser: string, browserProgram: Need): Lab {
  return {
    name: file,
    what: `downloads the browser extension from the server's own page, loads it into ${browser} and goes through all that it does`,
    takes: 'two minutes',
    needs: [browserProgram, program('unzip', 'unzip')],
    steps: [labTest(`The browser extension in ${browser}`, file)],
  };
}

/** Those that owners of aliases use, each with the Debian package that brings it. */
const mailPrograms = [
  ['curl', 'curl'],
  ['swaks', 'swaks'],
  ['mutt', 'mutt'],
  ['neomutt', 'neomutt'],
  ['s-nail', 's-nail'],
  ['alpine', 'alpine'],
  ['aerc', 'aerc'],
  ['msmtp', 'msmtp'],
  ['emacs', 'emacs-nox'],
  ['git', 'git, with git-email'],
  ['vacation', 'vacation'],
  ['sieve-test', 'dovecot-sieve'],
  ['repl', 'nmh'],
  ['script', 'bsdutils'],
  ['tmux', 'tmux'],
] as const;

export const labs: readonly Lab[] = [
  {
    name: 'full-disk',
    what: 'fills the disk under a program, with mail and by others: what must wait is put off in time, nothing is lost',
    takes: 'two minutes',
    needs: [mount],
    steps: [labTest('Full disk', 'full-disk')],
  },
  {
    name: 'mail-programs',
    what: 'sends through the submission ports with curl and swaks, and answers and forwards mail with ten programs of owners (docs/replies.md)',
    takes: 'two minutes',
    needs: [root, ...mailPrograms.map(([name, debianPackage]) => program(name, debianPackage))],
    steps: [labTest('Other mail programs', 'mail-programs')],
  },
  {
    name: 'deliverability',
    what: 'lets Rspamd and SpamAssassin judge each kind of mail that a running program sends, and holds the sums (docs/operating.md)',
    takes: 'three minutes',
    needs: [root, program('rspamd', 'rspamd'), program('spamassassin', 'spamassassin')],
    steps: [labTest('What filters say', 'deliverability')],
  },
  {
    name: 'clients',
    what: "makes aliases with Bitwarden's own code, lints the API's description and uses a typed client generated from it, all from npm",
    takes: 'four minutes',
    needs: [npmRegistry],
    steps: [labTest('Programs of others', 'clients')],
  },
  {
    name: 'encryption',
    what: 'opens what was forwarded to inboxes with keys by GnuPG and OpenSSL, reads headers back, and says what it costs',
    takes: 'a minute',
    needs: [program('gpg', 'gnupg'), program('openssl', 'openssl')],
    steps: [labTest('Encrypted mail', 'encryption')],
  },
  {
    name: 'behind-postfix',
    what: 'lets Postfix pass mail on by the lines that `npm run kauke -- setup` prints',
    takes: 'a minute',
    needs: [root, program('postfix', 'postfix')],
    steps: [labTest('Behind Postfix', 'behind-postfix')],
  },
  {
    name: 'postfix-extensions',
    what: 'talks with Postfix by the extensions of SMTP that both have, and compares what both answer',
    takes: 'a minute',
    needs: [root, program('postfix', 'postfix')],
    steps: [labTest('Extensions with Postfix', 'postfix-extensions')],
  },
  {
    name: 'thunderbird',
    what: 'lets Thunderbird set itself up by an alias alone, send as it, and fetch from the mailbox that is always empty',
    takes: 'a minute',
    needs: [program('thunderbird', 'thunderbird')],
    steps: [labTest('Thunderbird', 'thunderbird')],
  },
  extensionLab('extension', 'Chromium', program('chromium', 'chromium')),
  extensionLab('extension-firefox', 'Firefox', program('firefox-esr', 'firefox-esr')),
  {
    name: 'service',
    what: 'sets the program up as root for a user of its own, runs it as that user on a low port, and rates the unit for systemd',
    takes: 'two minutes',
    needs: [
      root,
      program('setpriv', 'util-linux'),
      program('useradd', 'passwd'),
      program('systemd-analyze', 'systemd'),
    ],
    steps: [labTest('As a service', 'service')],
  },
  {
    name: 'first-server',
    what: "goes from a bare Debian to forwarded mail by the self-hosting guide's commands, with systemd, DNS, ACME and two Postfix",
    takes: 'three minutes',
    needs: [
      mount,
      program('debootstrap', 'debootstrap'),
      program('systemd-nspawn', 'systemd-container'),
      program('ip', 'iproute2'),
      program('postfix', 'postfix'),
    ],
    steps: [secludedLabTest('The first server', 'first-server')],
  },
  {
    name: 'pgbouncer',
    what: 'refuses PgBouncer in both of its modes, by one line each',
    takes: 'a minute',
    needs: [program('pgbouncer', 'pgbouncer')],
    steps: [labTest('PgBouncer', 'pgbouncer')],
  },
  {
    name: 'webhook-samples',
    what: "verifies a webhook's signature with the samples of docs/webhooks.md in Python, by standardwebhooks and by svix",
    takes: 'a minute',
    needs: [program('python3', 'python3'), npmRegistry],
    steps: [labTest('Samples of the guide', 'webhook-samples')],
  },
  {
    name: 'improvmx',
    what: 'runs the behaviour table of forwarding against ImprovMX itself',
    takes: 'ten minutes',
    needs: [
      variable('IMPROVMX_API_KEY', 'an account whose plan has webhooks and SMTP'),
      variable('IMPROVMX_TEST_DOMAIN', 'a domain of that account, given up to tests'),
    ],
    steps: [
      {
        name: 'The same behaviour under ImprovMX',
        command: ['vitest', 'run', '--project', 'unit', 'tests/integration/forwarding-providers.test.ts'],
      },
    ],
  },
  {
    name: 'catch-all',
    what: 'guesses 100,000 names of a catch-all domain, which leaves no row, and mails 2,000 new ones, which makes fifty',
    takes: 'up to three minutes',
    needs: [],
    steps: [labTest('Guessed names', 'catch-all')],
  },
  {
    name: 'crash',
    what: 'kills amid mail of every kind, 200 times each: the program; it or one of two workers; one of two nodes; the same while a standby takes over their database',
    takes: 'an hour and a half',
    needs: [],
    steps: [
      crashRounds('One program'),
      crashRounds('A program or one of its workers', '--workers', '2'),
      crashRounds('One of two nodes', '--nodes', '2'),
      crashRounds('A standby takes over', '--nodes', '2', '--standby'),
    ],
  },
  {
    name: 'two-versions',
    what: 'runs this release and the one before the newest migration on one database, with people and mail in both',
    takes: 'a minute',
    needs: [history],
    steps: [labTest('Two releases on one database', 'two-versions')],
  },
  {
    name: 'release',
    what: 'makes the archive twice and compares the octets, then starts it on a bare Debian in 512 MB under 200 busy connections',
    takes: 'four minutes',
    needs: [mount, memoryLimit, program('debootstrap', 'debootstrap')],
    steps: [labTest('The archive of a release', 'release')],
  },
  {
    name: 'upgrade',
    what: 'upgrades data of 1.0.24 to this release under mail, goes back, and forward again; nothing is lost',
    takes: 'three minutes',
    needs: [earlierRelease],
    steps: [labTest('From 1.0.24 and back', 'upgrade')],
  },
  {
    name: 'container',
    what: 'builds an image from the archive without a registry, and runs it until its probe is content',
    takes: 'four minutes',
    needs: [mount, program('debootstrap', 'debootstrap'), program('buildah', 'buildah'), program('podman', 'podman')],
    steps: [oneVersionOfGroups(labTest('An image of the archive', 'container'))],
  },
  {
    name: 'scale',
    what: 'measures 1, 2 and 4 workers, then nodes, each held to a quarter of a core, and one limit under 10,000 uses at once',
    takes: 'twelve minutes on an idle machine',
    needs: [quota],
    steps: [
      labTest('Control groups', 'cpu-group'),
      { name: 'Workers and nodes', command: ['node', 'bench/scale/run-scale.ts'] },
    ],
  },
  {
    name: 'attack',
    what: 'measures honest people beside each attack (--only NAME,NAME --seconds 20), attackers held to a quarter of a core',
    takes: 'a quarter of an hour on an idle machine',
    needs: [quota],
    steps: [{ name: 'Under attack', command: ['node', 'bench/attack/run-attack.ts'] }],
  },
  {
    name: 'peer',
    what: 'measures forwarding in turns with Postfix and Haraka, three times idle and three times busy (docs/performance.md)',
    takes: 'three quarters of an hour on an idle machine',
    needs: [root, program('postfix', 'postfix'), program('rspamd', 'rspamd'), npmProgram('haraka', 'Haraka')],
    steps: [
      { name: 'Idle', command: ['node', 'bench/bench.ts', 'forward', '--peer', '--times', '3'] },
      { name: 'Busy', command: ['node', 'bench/bench.ts', 'forward', '--peer', '--busy', '--times', '3'] },
    ],
  },
  {
    name: 'busy-machine',
    what: 'runs all tests three times while as many busy loops as processors run beside them',
    takes: 'up to two hours',
    needs: [],
    steps: [1, 2, 3].map((round) => ({ name: `All tests, round ${round}`, command: ['node', 'scripts/test.ts'] })),
    onBusyMachine: true,
  },
  {
    name: 'any-order',
    what: 'runs the unit and integration tests in an order by chance: none may rely on another',
    takes: 'twenty minutes',
    needs: [],
    steps: [shuffled(testsOf('Tests in an order by chance', ['unit'], '!proof'))],
  },
  {
    name: 'other-days',
    what: 'runs the unit and integration tests ten days and a year ahead, their database with them: none may know what day it is',
    takes: 'half an hour',
    needs: [mount, program('faketime', 'faketime')],
    steps: [10, 365].map((days) => daysAhead(days, testsOf('Tests', ['unit'], '!proof'))),
  },
];

/** Names, what each does and needs. */
export function describeLabs(): string {
  const width = Math.max(...labs.map(({ name }) => name.length)) + 2;
  const lines = labs.flatMap(({ name, what, takes, needs }) => [
    `  ${name.padEnd(width)}${what}; takes ${takes}`,
    ...needs.map((need) => `  ${''.padEnd(width)}needs ${need.what}`),
  ]);
  return ['Usage: npm run lab -- NAME', '', ...lines].join('\n');
}
