import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder, startDaemon } from '../../bench/forward/peer/daemons.ts';
import type { DnsServer } from '#support/dns-server.ts';
import { findFreePort } from '#support/free-port.ts';
import { patience } from '#support/patience.ts';

const run = promisify(execFile);

/** A message as it came to an inbox. */
export interface ScoredMail {
  readonly raw: Buffer;
  readonly mailFrom: string;
  readonly rcptTo: string;
  /** The name and address of the server that sent it. */
  readonly helo: string;
  readonly ip: string;
}

/** What a spam filter says of a message. */
export interface Score {
  readonly sum: number;
  /** By the name of each rule that spoke. */
  readonly rules: ReadonlyMap<string, number>;
}

/** A spam filter as Debian installs it, with the rules it brings and nothing learnt, that asks the DNS of a test. */
export interface Scorer {
  readonly name: string;
  readonly version: string;
  score(mails: readonly ScoredMail[]): Promise<readonly Score[]>;
}

async function readVersion(command: string): Promise<string> {
  const { stdout } = await run(command, ['--version'], { timeout: patience.pollMs });
  return /\d+\.[\d.]*\d/.exec(stdout)?.[0] ?? '';
}

interface RspamdAnswer {
  readonly score: number;
  readonly symbols: Readonly<Record<string, { readonly score: number }>>;
}

/** Runs until `scope` ends. */
export async function startRspamd(
  { address }: Pick<DnsServer, 'address'>,
  scope: AsyncDisposableStack,
): Promise<Scorer> {
  const folder = await makeFolder(scope);
  const port = await findFreePort();
  const own = join(folder, 'local.d');
  await mkdir(own);
  const places = `tempdir = "${folder}"; hs_cache_dir = "${folder}"; control_socket = "${folder}/control.sock mode=0600";`;
  const files = {
    'options.inc': `dns { nameserver = ["${address}"]; timeout = 1s; retransmits = 1; }\n${places}\n`,
    'worker-normal.inc': `bind_socket = "127.0.0.1:${port}"; count = 1;\n`,
    'worker-controller.inc': 'enabled = false;\n',
    'worker-proxy.inc': 'enabled = false;\n',
    'logging.inc': 'type = "console"; level = "error";\n',
    'fuzzy_check.conf': 'enabled = false;\n',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(own, name), text);
  const variables = ['LOCAL_CONFDIR', 'DBDIR', 'RUNDIR', 'LOGDIR'].map((name) => `--var=${name}=${folder}`);
  const words = ['-f', '-i', '-c', '/etc/rspamd/rspamd.conf', ...variables];
  await startDaemon(
    { name: 'Rspamd', command: 'rspamd', words, port, onSpawn: () => {}, startTimeoutMs: patience.programMs },
    scope,
  );
  const scoreOne = async ({ raw, mailFrom, rcptTo, helo, ip }: ScoredMail): Promise<Score> => {
    const headers = { IP: ip, Helo: helo, Hostname: helo, From: mailFrom, Rcpt: rcptTo };
    const answer = await fetch(`http://127.0.0.1:${port}/checkv2`, {
      method: 'POST',
      headers,
      body: new Uint8Array(raw),
      signal: AbortSignal.timeout(patience.pollMs),
    });
    const { score, symbols } = (await answer.json()) as RspamdAnswer;
    return { sum: score, rules: new Map(Object.entries(symbols).map(([name, rule]) => [name, rule.score])) };
  };
  return {
    name: 'Rspamd',
    version: await readVersion('rspamd'),
    score: async (mails) => {
      const scores: Score[] = [];
      for (const mail of mails) scores.push(await scoreOne(mail));
      return scores;
    },
  };
}

/** As the inbox's server writes down whom it had it from: nothing else tells SpamAssassin. */
function withTrace({ raw, mailFrom, rcptTo, helo, ip }: ScoredMail, date: string): Buffer {
  const by = `by mx.inbox.test (Postfix) with ESMTPS id 4Rk2Yt5vHjz9sT\r\n\tfor <${rcptTo}>; ${date}`;
  const trace = `Return-Path: <${mailFrom}>\r\nReceived: from ${helo} (${helo} [${ip}])\r\n\t${by}\r\n`;
  return Buffer.concat([Buffer.from(trace), raw]);
}

/** `date`: when the mails came, as in a header. */
export async function findSpamAssassin(
  { address }: Pick<DnsServer, 'address'>,
  date: string,
  scope: AsyncDisposableStack,
): Promise<Scorer> {
  const folder = await makeFolder(scope);
  const settings = [
    `dns_server ${address}`,
    'trusted_networks 192.0.2.25',
    'use_bayes 0',
    'fold_headers 0',
    'add_header all Sum _SCORE_',
    'add_header all Rules _TESTSSCORES(,)_',
  ];
  await writeFile(join(folder, 'settings'), `${settings.join('\n')}\n`);
  return {
    name: 'SpamAssassin',
    version: await readVersion('spamassassin'),
    score: async (mails) => {
      const files = mails.map((_, at) => join(folder, `mail-${at}`));
      for (const [at, mail] of mails.entries()) await writeFile(files[at] ?? '', withTrace(mail, date));
      const words = ['--prefspath', join(folder, 'settings'), '--siteconfigpath', '/etc/spamassassin', ...files];
      const options = {
        timeout: patience.programMs,
        maxBuffer: 64 * 1024 * 1024,
        env: { ...process.env, HOME: folder },
      };
      const { stdout } = await run('spamassassin', words, options);
      const sums = [...stdout.matchAll(/^X-Spam-Sum: (\S+)/gm)].map(([, sum]) => Number(sum));
      const rules = [...stdout.matchAll(/^X-Spam-Rules: (\S*)/gm)].map(
        ([, text = '']) =>
          new Map(
            text.split(',').map((rule): [string, number] => [rule.replace(/=.*/, ''), Number(rule.replace(/.*=/, ''))]),
          ),
      );
      if (sums.length !== mails.length) throw new Error(`SpamAssassin says something of ${sums.length} mails`);
      return sums.map((sum, at) => ({ sum, rules: rules[at] ?? new Map<string, number>() }));
    },
  };
}
