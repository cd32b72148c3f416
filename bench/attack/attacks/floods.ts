import { Agent } from 'node:http';
import type { Person, Place } from '../calls.ts';
import { ask, codeOf } from '../clients/ask.ts';
import { flood, type Attack } from './attack.ts';
import { fromEverywhere } from './networks.ts';

/** Attacks that ask for what is dear, over and over. */

const signInsAtOnce = 64;
const readsAtOnce = 20;
const keysAtOnce = 32;
const aliasesOfReader = 3000;
const setUpTimeoutMs = 120_000;

/** So that a list of its aliases is long. */
async function makeManyAliases({ webUrl }: Place, { cookie }: Person): Promise<void> {
  const rows = Array.from({ length: aliasesOfReader }, (_, row) => `read-${row},kauke.test,`);
  const csv = ['alias,domain,forward_to', ...rows].join('\n');
  const body = { csv, domain: 'kauke.test', dryRun: false };
  const question = { method: 'POST', path: '/api/account/import', body, headers: { cookie } } as const;
  const made = await ask(webUrl, { ...question, timeoutMs: setUpTimeoutMs });
  if (made.status !== 200) throw new Error(`no aliases to read: ${made.text.slice(0, 200)}`);
}

/** On connections that are kept, as a program does it. */
async function withAgent(maxSockets: number, work: (agent: Agent) => Promise<void>): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets });
  await work(agent);
  agent.destroy();
}

export const floodAttacks: readonly Attack[] = [
  {
    name: 'argon2',
    what: 'wrong passwords from everywhere, 64 at a time: each costs a computation',
    run: (means) =>
      withAgent(signInsAtOnce, (agent) =>
        flood(means, signInsAtOnce, async (number) => {
          const body = { email: `guess-${number}@guesses.example`, password: `guess number ${number}` };
          const forwardedFor = fromEverywhere(number);
          const question = { method: 'POST', path: '/api/auth/login', body, agent, forwardedFor } as const;
          means.count(codeOf(await ask(means.place.webUrl, question)));
        }),
      ),
  },
  {
    name: 'reads',
    what: `one account with ${aliasesOfReader} aliases reads its list, 20 at a time`,
    people: async (make, place) => {
      const reader = await make('reader');
      await makeManyAliases(place, reader);
      return [reader];
    },
    run: (means) =>
      withAgent(readsAtOnce, (agent) =>
        flood(means, readsAtOnce, async (number) => {
          const [reader] = means.people;
          if (reader === undefined) return;
          const path = `/api/aliases/${reader.userId}`;
          const headers = { cookie: reader.cookie };
          const forwardedFor = fromEverywhere(number);
          means.count(codeOf(await ask(means.place.webUrl, { path, headers, agent, forwardedFor })));
        }),
      ),
  },
  {
    name: 'keys',
    what: 'API keys that were never given out, from everywhere, 32 at a time',
    run: (means) =>
      withAgent(keysAtOnce, (agent) =>
        flood(means, keysAtOnce, async (number) => {
          const headers = { authorization: `Bearer kauke_${String(number).padStart(43, 'k')}` };
          const question = { path: '/api/v1/aliases', headers, agent, forwardedFor: fromEverywhere(number) };
          means.count(codeOf(await ask(means.place.webUrl, question)));
        }),
      ),
  },
];
