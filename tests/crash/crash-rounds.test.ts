import { expect, it } from 'vitest';
import { patience } from '#support/patience.ts';
import { runCrashRounds } from './crash-rounds.ts';

const timeout = patience.programMs;
const nothingWrong = { faults: [], refusals: [] };

async function expectNothingLost({ rounds, databaseKills }: Record<'rounds' | 'databaseKills', number>): Promise<void> {
  const lines: string[] = [];
  const report = (line: string) => lines.push(line);
  const figures = await runCrashRounds({ rounds, nodes: 1, workers: 1, standby: false, report });
  expect({ ...figures, lines }).toMatchObject({ rounds, databaseKills, ...nothingWrong, lines });
  expect(Object.keys(figures.byKind).toSorted()).toEqual(['bounce', 'forward', 'refusal', 'reply', 'sent', 'webhook']);
  // Those of the last round, and what each round before waits for.
  expect(figures.accepted).toBeGreaterThan(40);
  expect(figures.troubledShare).toBeGreaterThan(0.5);
}

it(
  'loses no accepted message in 4 kills, and makes no more copies than each kill had deliveries under way',
  { timeout },
  () => expectNothingLost({ rounds: 4, databaseKills: 1 }),
);

it('loses none in 10', { tags: 'proof' }, () => expectNothingLost({ rounds: 10, databaseKills: 3 }));

it('loses and doubles nothing more when one of two programs on one database is killed', { tags: 'proof' }, async () => {
  const lines: string[] = [];
  const figures = await runCrashRounds({
    rounds: 4,
    nodes: 2,
    workers: 1,
    standby: false,
    report: (line) => lines.push(line),
  });
  expect({ ...figures, lines }).toMatchObject({ rounds: 4, databaseKills: 0, ...nothingWrong, lines });
  expect(figures.accepted).toBeGreaterThan(40);
});

it('loses nothing when a worker is killed, and then its program with the database', { timeout }, async () => {
  const lines: string[] = [];
  const report = (line: string) => lines.push(line);
  const figures = await runCrashRounds({ rounds: 3, nodes: 1, workers: 2, standby: false, report });
  expect({ ...figures, lines }).toMatchObject({ kills: { 'a worker': 1 }, databaseKills: 1, ...nothingWrong, lines });
});

it('loses nothing when a synchronous standby takes the place of the database', { tags: 'proof' }, async () => {
  const lines: string[] = [];
  const report = (line: string) => lines.push(line);
  const figures = await runCrashRounds({ rounds: 3, nodes: 2, workers: 1, standby: true, report });
  expect({ ...figures, lines }).toMatchObject({ rounds: 3, failOvers: 1, ...nothingWrong, lines });
});
