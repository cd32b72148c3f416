import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checklistResponseSchema, moveResponseSchema, type Move } from '#contract/moves/moves.ts';
import type { Visitor } from '#support/api.ts';
import { findFreePort } from '#support/free-port.ts';
import { peerKey, startPeer, type PeerServer } from '#support/peers/peer-server.ts';
import { makeProgramPlace, type ProgramPlace } from '#support/program-place.ts';
import { signUpAt, startProgram, type ProgramProcess } from '#support/program.ts';

/** More than two pages there, and more than two steps here. */
const total = 250;
let place: ProgramPlace;
let peer: PeerServer;
let env: Record<string, string>;

beforeAll(async () => {
  place = await makeProgramPlace();
  const aliases = Array.from({ length: total }, (_, index) => ({
    address: `shop${index}@old.example`,
    note: `Shop ${index}`,
    inboxes: ['mover@home.example'],
    uses: total - index,
  }));
  peer = await startPeer('addy', { email: 'me@old.example', domains: [], aliases });
  env = { ...place.env, WEBHOOK_ALLOW_INSECURE: 'true', HTTP_PORT: String(await findFreePort()) };
});
afterAll(async () => {
  await peer.stop();
  await place.remove();
});

/** Kills the program within a call that was not answered yet, and starts it again in the same place. */
async function killWithin(program: ProgramProcess, call: Promise<unknown>, isWithin: () => boolean) {
  const cut = call.catch(() => null);
  await expect.poll(isWithin, { interval: 2, timeout: 60_000 }).toBe(true);
  await program.kill();
  await cut;
  // Its lease has run out, as it would have a minute later.
  await sql`update moves set lease_until = now() - interval '1 second', wait_until = null`.execute(
    place.database.database.db,
  );
  return startProgram({ env });
}

it('a move goes on after the program was killed while it read, and while it made aliases; each is made once', async () => {
  let program = await startProgram({ env });
  const { visitor } = await signUpAt(program, 'mover@home.example');
  const call = async (path: string, body?: object): Promise<Move> => {
    const answer = await visitor.send('POST', path, body);
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return moveResponseSchema.parse(answer.body).move;
  };
  const { id } = await call('/api/moves', { service: 'addy', baseUrl: peer.baseUrl });
  const path = `/api/moves/${id}`;
  const readOn = () => call(`${path}/read`, { apiKey: peerKey });
  program = await killWithin(program, readOn(), () => peer.calls.length >= 2);

  let move = await readOn();
  while (move.stage === 'reading') move = await readOn();
  expect(move).toMatchObject({ stage: 'planned', read: total, counts: { new: total, made: 0 } });

  expect(await call(`${path}/run`)).toMatchObject({ stage: 'running', counts: { made: 100 } });
  program = await killWithin(program, call(`${path}/run`), () => true);
  move = await readMove(visitor, path);
  expect([100, 200]).toContain(move.counts.made);
  while (move.stage === 'running') move = await call(`${path}/run`);
  expect(move).toMatchObject({ stage: 'planned', counts: { made: total, left: 0 } });

  const { rows } = await sql<{ all: number; names: number }>`
    select count(*)::int as all, count(distinct local_part)::int as names from aliases`.execute(
    place.database.database.db,
  );
  expect(rows).toEqual([{ all: total, names: total }]);
  const { entries } = checklistResponseSchema.parse((await visitor.send('GET', '/api/checklist')).body);
  expect(new Set(entries.map(({ old }) => old)).size).toBe(total);
  expect(entries).toHaveLength(total);
  await program.stop();
});

async function readMove(visitor: Visitor, path: string): Promise<Move> {
  return moveResponseSchema.parse((await visitor.send('GET', path)).body).move;
}
