import { Agent } from 'node:http';
import { Secret, TOTP } from 'otpauth';
import type { Person, Place } from '../calls.ts';
import { ask, codeOf, type Question } from '../clients/ask.ts';
import { makePerson } from '../make-person.ts';
import { flood, type Attack, type Means } from './attack.ts';
import { fromEverywhere, inOneSite } from './networks.ts';

/** Attacks that sign in and sign up: points where an account, an inbox or a name can be lost. */

const atOnce = 8;
const password = 'an attacker has this one';
/** Wrong codes that an account bears in an hour. */
const mayBeChecked = 30;
const mayBeNamed = 20;
const namesOfFile = 500;
const victims = 3;

async function turnOnSecondFactor({ webUrl }: Place, { cookie }: Person): Promise<void> {
  const post = (path: string, body?: unknown) => ask(webUrl, { method: 'POST', path, body, headers: { cookie } });
  const started = await post('/api/account/second-factor');
  const { secret } = JSON.parse(started.text) as { secret: string };
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const enabled = await post('/api/account/second-factor/enable', { code });
  if (enabled.status !== 200) throw new Error(`the second factor stays off: ${enabled.text}`);
}

function someCode(number: number): string {
  return String((number * 7919) % 1_000_000).padStart(6, '0');
}

/** By the page's call, and in turn by the ticket that clients of addy.io get. */
async function guessCode({ place, people, count }: Means, agent: Agent, number: number): Promise<void> {
  const [owner] = people;
  if (owner === undefined) return;
  const { email } = owner;
  const post = (path: string, body: unknown) =>
    ask(place.webUrl, { method: 'POST', path, body, agent, forwardedFor: inOneSite(number) });
  if (number % 2 === 0) {
    count(codeOf(await post('/api/auth/login', { email, password: owner.password, code: someCode(number) })));
    return;
  }
  const key = { username: email, password: owner.password, device_name: 'x' };
  const first = await post('/api/auth/login', key);
  const ticket = /"mfa_key":"(?<ticket>[^"]+)"/u.exec(first.text)?.groups?.['ticket'];
  if (ticket === undefined) return count(codeOf(first));
  for (let guess = 0; guess < 5; guess += 1) {
    const answer = await post('/api/auth/mfa', { mfa_key: ticket, otp: someCode(number + guess), device_name: 'x' });
    count(answer.status === 401 ? 'wrong_code' : codeOf(answer));
    if (answer.status !== 401) return;
  }
}

/** Somebody nobody knows, signed in; null when registering is refused. */
async function signUp(means: Means, number: number): Promise<{ userId: string; post: Post } | null> {
  const from = { forwardedFor: fromEverywhere(number) };
  const { place, count } = means;
  const account = { email: `throw-away-${number}@nowhere.example`, password };
  const made = await ask(place.webUrl, { method: 'POST', path: '/api/auth/register', body: account, ...from });
  count(made.status === 201 ? 'accounts' : codeOf(made));
  if (made.status !== 201) return null;
  const { user } = JSON.parse(made.text) as { user: { id: string } };
  const headers = { cookie: made.cookie };
  return { userId: user.id, post: (question) => ask(place.webUrl, { method: 'POST', headers, ...from, ...question }) };
}

type Post = (question: Question) => ReturnType<typeof ask>;

function victim(number: number): string {
  return `victim-${number % victims}@victims.example`;
}

async function spendConfirmations(means: Means, number: number): Promise<void> {
  const account = await signUp(means, number);
  if (account === null) return;
  const path = `/api/aliases/${account.userId}`;
  for (let target = 0; target < victims; target += 1) {
    const body = { alias: `bait-${number}-${target}`, domain: 'kauke.test', forwardTo: victim(target) };
    means.count(`asked: ${codeOf(await account.post({ path, body }))}`);
  }
}

async function burnNames(means: Means, number: number): Promise<void> {
  const account = await signUp(means, number);
  if (account === null) return;
  const rows = Array.from({ length: namesOfFile }, (_, row) => `burnt-${number}-${row},kauke.test,`);
  const csv = ['alias,domain,forward_to', ...rows].join('\n');
  const body = { csv, domain: 'kauke.test', dryRun: false };
  const { text } = await account.post({ path: '/api/account/import', body });
  means.count('names', Number(/"created":(?<created>\d+)/u.exec(text)?.groups?.['created'] ?? 0));
  means.count('ended', (await account.post({ method: 'DELETE', path: '/api/account' })).status === 200 ? 1 : 0);
}

export const accountAttacks: readonly Attack[] = [
  {
    name: 'codes',
    what: 'wrong codes of the second factor for one account, from all of a /48',
    people: async (make, place) => {
      const owner = await make('guarded');
      await turnOnSecondFactor(place, owner);
      return [owner];
    },
    run: async (means) => {
      const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
      await flood(means, atOnce, (number) => guessCode(means, agent, number));
      agent.destroy();
    },
    judge: async ({ tally }) => {
      const checked = tally['wrong_code'] ?? 0;
      return checked <= mayBeChecked ? [] : [`${checked} wrong codes were checked; ${mayBeChecked} may be`];
    },
  },
  {
    name: 'confirmations',
    what: 'throw-away accounts spend the confirmation mails of strangers to the service',
    run: (means) => flood(means, atOnce, (number) => spendConfirmations(means, number)),
    judge: async ({ place, receiver }) => {
      const asked = Array.from({ length: victims }, (_, number) => victim(number));
      const sent = (email: string) => receiver.messages.filter(({ rcptTo }) => rcptTo.includes(email)).length;
      const spent = asked.filter((email) => sent(email) === 0).map((email) => `nothing was asked of ${email}`);
      const tries = await Promise.allSettled(
        asked.map((email, number) => makePerson({ place, receiver, email, number: 200 + number })),
      );
      return [
        ...spent,
        ...tries.flatMap((one) => (one.status === 'rejected' ? [`a victim cannot sign up: ${one.reason}`] : [])),
      ];
    },
  },
  {
    name: 'names',
    what: 'accounts with an unconfirmed inbox take names and go, so that nobody can have them',
    run: (means) => flood(means, 2, (number) => burnNames(means, number)),
    judge: async ({ tally }) => {
      const { names = 0, accounts = 0 } = tally;
      return names <= accounts * mayBeNamed
        ? []
        : [`${names} names by ${accounts} accounts; ${mayBeNamed} may be by each`];
    },
  },
];
