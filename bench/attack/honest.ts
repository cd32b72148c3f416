import { setTimeout as pause } from 'node:timers/promises';
import { answerCalls } from '../helper-process.ts';
import { actNames, type ActName, type HonestCalls, type Person, type Place } from './calls.ts';
import { ask, type Question } from './clients/ask.ts';
import { deliver, submit } from './clients/smtp.ts';

/** Honest people, a process of its own: they do everyday things at a calm steady rate, each on a new connection. */

/** Between two of a kind, all people together. */
const intervalMs: Readonly<Record<ActName, number>> = {
  page: 125,
  list: 125,
  'sign-in': 500,
  submission: 150,
  forwarding: 125,
};
/** Before what was refused is tried again. */
const retryMs = 1000;
/** Whoever has waited so long gives up. */
const patienceMs = 12_000;
const warnAfterTries = 1;

interface Turn {
  readonly place: Place;
  readonly person: Person;
  /** Counts the acts of a kind; tells where this one comes from. */
  readonly number: number;
}

/** Null when it succeeded; else why not. */
type Act = (turn: Turn) => Promise<string | null>;

/** Each at home in a network of its own; the machine's own addresses are as good as any. */
function home({ number }: Turn): string {
  return `127.77.${number % 32}.7`;
}

async function get(turn: Turn, question: Question): Promise<string | null> {
  const { status, text } = await ask(turn.place.webUrl, { ...question, localAddress: home(turn) });
  return status === 200 ? null : `${status} ${text.slice(0, 100)}`;
}

function judgeReply(reply: string): string | null {
  return reply.startsWith('250') ? null : reply;
}

function message(from: string, to: string, number: number): string {
  const fields = [
    `From: <${from}>`,
    `To: <${to}>`,
    `Subject: Number ${number}`,
    'Date: Mon, 23 Nov 2026 10:00:00 +0000',
  ];
  return [...fields, `Message-ID: <${performance.now()}@laptop.example>`, '', 'One line.', ''].join('\r\n');
}

const acts: Readonly<Record<ActName, Act>> = {
  page: (turn) => get(turn, { path: '/' }),
  list: (turn) => get(turn, { path: `/api/aliases/${turn.person.userId}`, headers: { cookie: turn.person.cookie } }),
  'sign-in': (turn) => {
    const { email, password } = turn.person;
    return get(turn, { method: 'POST', path: '/api/auth/login', body: { email, password } });
  },
  submission: async (turn) => {
    const to = 'friend@friends.example';
    const data = message(turn.person.alias, to, turn.number);
    const envelope = { port: turn.place.submissionPort, address: `198.18.${turn.number % 32}.7`, to, data };
    return judgeReply(await submit(envelope, turn.person));
  },
  forwarding: async ({ place, person, number }) => {
    const from = 'somebody@sender.example';
    const data = message(from, person.alias, number);
    const envelope = { port: place.mxPort, address: `198.19.${number % 64}.7`, from, to: person.alias, data };
    return judgeReply(await deliver(envelope));
  },
};

function isMail(name: ActName): boolean {
  return name === 'submission' || name === 'forwarding';
}

/** How everything went so far. */
class Diary {
  readonly times: Record<ActName, number[]> = { page: [], list: [], 'sign-in': [], submission: [], forwarding: [] };
  longestRefusalMs = 0;
  readonly failures: string[] = [];

  /** Does it until it succeeds, and writes down how that went. */
  async keep(name: ActName, turn: Turn): Promise<void> {
    const firstAt = performance.now();
    for (let tries = 1; ; tries += 1) {
      const startedAt = performance.now();
      const fault = await acts[name](turn).catch((error: unknown) => String(error));
      const endedAt = performance.now();
      if (fault === null) {
        this.times[name].push(endedAt - (isMail(name) ? startedAt : firstAt));
        if (tries > warnAfterTries) this.#refused(name, startedAt - firstAt);
        return;
      }
      // What is refused for good is never sent again.
      const isOver = isMail(name) ? fault.startsWith('5') : false;
      if (isOver || endedAt - firstAt > patienceMs) {
        this.#refused(name, endedAt - firstAt);
        this.failures.push(`${name}: ${fault.replaceAll('\n', ' ')}`);
        return;
      }
      await pause(retryMs);
    }
  }

  #refused(name: ActName, ms: number): void {
    if (isMail(name)) this.longestRefusalMs = Math.max(this.longestRefusalMs, ms);
  }
}

/** Every one begins when it is due, whether the ones before it are done or not. */
async function live({ place, people, seconds }: HonestCalls['live']['ask']) {
  const diary = new Diary();
  const endsAt = performance.now() + seconds * 1000;
  const keepUp = async (name: ActName, offset: number): Promise<void> => {
    const begun: Promise<void>[] = [];
    await pause((intervalMs[name] * offset) / actNames.length);
    let dueAt = performance.now();
    for (let number = 0; dueAt < endsAt; number += 1) {
      await pause(Math.max(0, dueAt - performance.now()));
      const person = people[number % people.length];
      if (person !== undefined) begun.push(diary.keep(name, { place, person, number }));
      dueAt += intervalMs[name];
    }
    await Promise.all(begun);
  };
  await Promise.all(actNames.map(keepUp));
  const { times, longestRefusalMs, failures } = diary;
  return { times, longestRefusalMs, failures };
}

answerCalls<HonestCalls>({ live });
