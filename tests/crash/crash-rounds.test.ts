import { expect, it } from 'vitest';
import { patience } from '#support/patience.ts';
import { runCrashRounds, type CrashFigures } from './crash-rounds.ts';

const timeout = patience.programMs;
const nothingWrong = { faults: [], refusals: [] };

function expectAllKinds({ byKind, accepted, troubledShare }: CrashFigures): void {
  expect(Object.keys(byKind).toSorted()).toEqual(['bounce', 'forward', 'refusal', 'reply', 'sent', 'webhook']);
  // Those of the last round, and what each round before waits for.
  expect(accepted).toBeGreaterThan(40);
  expect(troubledShare).toBeGreaterThan(0.5);
}

const one = () => 1;

it(
  'loses no accepted message in 6 kills, and makes no more copies than each kill had deliveries under way',
  { timeout },
  async () => {
    const lines: string[] = [];
    const report = (line: string) => lines.push(line);
    // Half of them by a program that has no workers, half by one that has: one of these, and each with the database.
    const workers = (round: number) => (round < 3 ? 1 : 2);
    const figures = await runCrashRounds({ rounds: 6, nodes: 1, workers, standby: false, report });
    expect({ ...figures, lines }).toMatchObject({ rounds: 6, databaseKills: 2, ...nothingWrong, lines });
    expect(figures.kills).toMatchObject({ 'a worker': 1 });
    expectAllKinds(figures);
  },
);

it('loses none in 10', { tags: 'proof' }, async () => {
  const lines: string[] = [];
  const report = (line: string) => lines.push(line);
  const figures = await runCrashRounds({ rounds: 10, nodes: 1, workers: one, standby: false, report });
  expect({ ...figures, lines }).toMatchObject({ rounds: 10, databaseKills: 3, ...nothingWrong, lines });
  expectAllKinds(figures);
});

it('loses and doubles nothing more when one of two programs on one database is killed', { tags: 'proof' }, async () => {
  const lines: string[] = [];
  const figures = await runCrashRounds({
    rounds: 4,
    nodes: 2,
    workers: one,
    standby: false,
    report: (line) => lines.push(line),
  });
  expect({ ...figures, lines }).toMatchObject({ rounds: 4, databaseKills: 0, ...nothingWrong, lines });
  expect(figures.accepted).toBeGreaterThan(40);
});

it('loses nothing when a synchronous standby takes the place of the database', { tags: 'proof' }, async () => {
  const lines: string[] = [];
  const report = (line: string) => lines.push(line);
  const figures = await runCrashRounds({ rounds: 3, nodes: 2, workers: one, standby: true, report });
  expect({ ...figures, lines }).toMatchObject({ rounds: 3, failOvers: 1, ...nothingWrong, lines });
});
