import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { MoveService } from '#contract/moves/move-names.ts';
import {
  checklistResponseSchema,
  moveItemsResponseSchema,
  moveResponseSchema,
  type ChecklistEntry,
  type Move,
  type MoveItem,
} from '#contract/moves/moves.ts';
import { type Answer, startTestApi, type TestApi } from '#support/api.ts';
import { createTestCore, dayMs, type TestCore } from '#support/core.ts';
import type { PeerAccount, PeerAlias } from '#support/peers/peer-account.ts';
import { peerKey, type PeerServer, startPeer } from '#support/peers/peer-server.ts';
import { type Person, registerPerson } from '#support/use-api.ts';

/** What all tests of a file share that move in from servers on this machine. */
export interface MovingWorld extends Omit<TestCore, 'drop'> {
  register(email: string): Promise<Person>;
  peerOf(service: MoveService, account: Partial<PeerAccount>): Promise<PeerServer>;
}

/** The HTTP side on a fresh database, with other services on this machine; its clock moves on before each test. */
export function useMovingWorld(): MovingWorld {
  let test: TestCore;
  let api: TestApi;
  const peers: PeerServer[] = [];
  beforeAll(async () => {
    test = await createTestCore({ insecureWebhooks: true });
    api = await startTestApi({ ...test.core, services: { ...test.core.services, timeoutMs: 3_000 } });
  });
  beforeEach(() => test.advance(2 * dayMs));
  afterAll(async () => {
    for (const peer of peers) await peer.stop();
    await api.stop();
    await test.drop();
  });
  return {
    get core() {
      return test.core;
    },
    get mails() {
      return test.mails;
    },
    get logLines() {
      return test.logLines;
    },
    advance: (ms) => test.advance(ms),
    register: (email) => registerPerson(api, email),
    peerOf: async (service, account) => {
      const peer = await startPeer(service, { email: 'me@old.example', domains: [], aliases: [], ...account });
      peers.push(peer);
      return peer;
    },
  };
}

export function moveIn(answer: Answer): Move {
  expect(answer.status).toBeLessThan(300);
  return moveResponseSchema.parse(answer.body).move;
}

export async function start({ visitor }: Person, service: MoveService, peer: PeerServer): Promise<Move> {
  return moveIn(await visitor.send('POST', '/api/moves', { service, baseUrl: peer.baseUrl }));
}

export function step({ visitor }: Person, { id }: Pick<Move, 'id'>, what: string, body?: object): Promise<Answer> {
  return visitor.send('POST', `/api/moves/${id}/${what}`, body);
}

export async function read(person: Person, move: Move): Promise<Move> {
  return moveIn(await step(person, move, 'read', { apiKey: peerKey }));
}

/** Goes on with a step while it says so. */
export async function finish(person: Person, move: Move, what: 'run' | 'undo'): Promise<Move> {
  const after = moveIn(await step(person, move, what));
  return after.stage === 'running' || after.stage === 'undoing' ? finish(person, after, what) : after;
}

export async function itemsOf({ visitor }: Person, { id }: Move): Promise<MoveItem[]> {
  const { body } = await visitor.send('GET', `/api/moves/${id}/items`);
  return moveItemsResponseSchema.parse(body).items;
}

export async function checklistOf({ visitor }: Person): Promise<ChecklistEntry[]> {
  return checklistResponseSchema.parse((await visitor.send('GET', '/api/checklist')).body).entries;
}

export const many = (count: number, domain = 'old.example'): PeerAlias[] =>
  Array.from({ length: count }, (_, index) => ({
    address: `n${index}@${domain}`,
    inboxes: ['box@example.org'],
    uses: count - index,
  }));
