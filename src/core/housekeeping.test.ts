import { describe, expect, it } from 'vitest';
import { retention } from '#contract/retention/retention.ts';
import { housekeepingSteps, startHousekeeping } from '#core/housekeeping.ts';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { sendingRules } from '#core/limits/sending-limits.ts';
import { mailRetentionRows, reportRetentionRows, retentionRows } from '#messages/legal/retention.ts';

type Times = typeof retention;
type Name = keyof Times;

function allRows(times: Record<Name, number>): Record<string, readonly [string, string]> {
  const reported = reportRetentionRows(times, { dmarc: true, tls: true });
  return { ...retentionRows(times), ...mailRetentionRows(times), ...reported };
}

const names = Object.keys(retention) as Name[];

/** The rows whose text changes with a number of the program. */
function rowsOf(name: Name): string[] {
  const now = allRows(retention);
  const other = allRows({ ...retention, [name]: 4_711 });
  return Object.keys(now).filter((row) => now[row]?.[1] !== other[row]?.[1]);
}

/** What each step of housekeeping erases, as the table names it; null: nothing of anybody. */
const rowOfStep: Readonly<Record<string, string | null>> = {
  removeExpiredSessions: 'sessions',
  removeExpiredChallenges: 'challenges',
  removeExpiredApiKeys: 'account',
  // Who is asked again before mail goes on: ten minutes.
  removeOldAliasChanges: null,
  removeEndedAccounts: 'unconfirmed',
  removeUnusedTombstones: 'names',
  removeOldLinks: 'links',
  removeOldSecurityEvents: 'events',
  removeOldUndos: 'undos',
  removeOldMoves: 'moves',
  removeOldRefusals: 'refusals',
  removeOldRefusedMail: 'inboxRefusals',
  removeOldAbuseReports: 'reports',
  removeOldMailReports: 'mailReports',
  endBinnedAliases: 'bin',
  sumOldAliasDays: 'numbers',
  sealOpenNotes: null,
  removeUnusedContacts: 'contacts',
  removeLastKeys: null,
  removeOldDeletions: 'backups',
  removeOldCounts: 'limits',
};

describe('the table of what is kept, and how long', () => {
  it.each(names)('says %s, the number that the program erases by', (name) => {
    expect(rowsOf(name)).toHaveLength(1);
    const [row = ''] = rowsOf(name);
    expect(allRows(retention)[row]?.[1]).toMatch(
      retention[name] === 1 ? /\ban? \w+/ : new RegExp(`\\b${retention[name]} `),
    );
  });

  it('has no row without such a number', () => {
    const stated = new Set(names.flatMap(rowsOf));
    expect(Object.keys(allRows(retention)).filter((row) => !stated.has(row))).toEqual([]);
  });

  it('leaves out nothing that housekeeping erases', () => {
    const steps = Object.keys(housekeepingSteps);
    expect(steps.sort()).toEqual(Object.keys(rowOfStep).sort());
    const rows = Object.values(rowOfStep).filter((row) => row !== null);
    expect(rows.filter((row) => !(row in allRows(retention)))).toEqual([]);
  });

  it('names the longest of the limits', () => {
    const rules = Object.entries({ ...rateLimitRules, ...sendingRules });
    const longest = (list: typeof rules) =>
      Math.max(...list.map(([, { windowMs }]) => windowMs)) / (24 * 60 * 60 * 1000);
    expect(longest(rules)).toBe(retention.countDays);
    expect(longest(rules.filter(([name]) => /Network|Site/u.test(name)))).toBe(retention.networkCountDays);
  });
});

it('a step that fails keeps none behind it from being done', async () => {
  const done: string[] = [];
  const faults: unknown[] = [];
  const log = { error: (_: string, error: unknown) => faults.push(error) };
  const fault = new Error('an account that cannot be erased');
  const stop = startHousekeeping({ log } as unknown as Parameters<typeof startHousekeeping>[0], {
    first: async () => done.push('first'),
    second: () => Promise.reject(fault),
    third: async () => done.push('third'),
  });
  await stop();
  expect(done).toEqual(['first', 'third']);
  expect(faults).toEqual([fault]);
});
