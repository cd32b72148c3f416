import { expect, it } from 'vitest';
import { patience } from '#support/patience.ts';
import { runCrashRounds, type CrashFigures, type CrashOptions } from './crash-rounds.ts';

const timeout = patience.programMs;

function expectAllKinds({ byKind, accepted, troubledShare }: CrashFigures): void {
  expect(Object.keys(byKind).toSorted()).toEqual(['bounce', 'forward', 'refusal', 'reply', 'sent', 'webhook']);
  // Those of the last round, and what each round before waits for.
  expect(accepted).toBeGreaterThan(40);
  expect(troubledShare).toBeGreaterThan(0.5);
}

async function expectNothingLost(
  options: Omit<CrashOptions, 'report'>,
  wanted: Partial<CrashFigures>,
): Promise<CrashFigures> {
  const lines: string[] = [];
  const figures = await runCrashRounds({ ...options, report: (line) => lines.push(line) });
  // The lines are told where anything differs.
  const { rounds } = options;
  expect({ ...figures, lines }).toMatchObject({ rounds, faults: [], refusals: [], ...wanted, lines });
  return figures;
}

const one = () => 1;

it(
  'loses no accepted message in 6 kills, and makes no more copies than each kill had deliveries under way',
  { timeout },
  async () => {
    // Half of them by a program that has no workers, half by one that has: one of these, and each with the database.
    const workers = (round: number) => (round < 3 ? 1 : 2);
    const options = { rounds: 6, nodes: 1, workers, standby: false };
    expectAllKinds(await expectNothingLost(options, { databaseKills: 2, kills: { 'a worker': 1 } }));
  },
);

it('loses none in 10', { tags: 'proof' }, async () => {
  const options = { rounds: 10, nodes: 1, workers: one, standby: false };
  expectAllKinds(await expectNothingLost(options, { databaseKills: 3 }));
});

it('loses and doubles nothing more when one of two programs on one database is killed', { tags: 'proof' }, async () => {
  const options = { rounds: 4, nodes: 2, workers: one, standby: false };
  const { accepted } = await expectNothingLost(options, { databaseKills: 0 });
  expect(accepted).toBeGreaterThan(40);
});

it('loses nothing when a synchronous standby takes the place of the database', { tags: 'proof' }, async () => {
  await expectNothingLost({ rounds: 3, nodes: 2, workers: one, standby: true }, { failOvers: 1 });
});
