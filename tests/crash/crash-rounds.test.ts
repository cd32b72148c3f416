import { expect, it } from 'vitest';
import { runCrashRounds } from './crash-rounds.ts';

it('loses no accepted message in 10 kills, and makes no more copies than each kill had deliveries under way', async () => {
  const lines: string[] = [];
  const figures = await runCrashRounds(10, (line) => lines.push(line));
  const { rounds, databaseKills, lost, unexplained } = figures;
  expect({ rounds, databaseKills, lost, unexplained, lines }).toEqual({
    rounds: 10,
    databaseKills: 3,
    lost: 0,
    unexplained: 0,
    lines,
  });
  expect(figures.accepted).toBeGreaterThan(50);
  expect(figures.troubledShare).toBeGreaterThan(0.5);
});
