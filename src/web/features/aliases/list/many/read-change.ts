import type { BulkChange } from '#contract/aliases/bulk.ts';
import type { Alias } from '#contract/aliases.ts';
import { lifeFaults } from '#contract/aliases/life-faults.ts';
import { lifeLimits } from '#contract/aliases/life-limits.ts';
import { endOfDay } from '#web/features/aliases/lives/life-fields.tsx';

export const endKinds = ['expiresAt', 'maxMessages', 'idleDays', 'never'] as const;
export type EndKind = (typeof endKinds)[number];

const most = { maxMessages: lifeLimits.maxMessagesMax, idleDays: lifeLimits.idleDaysMax } as const;

/** The change that an end asks for, or what is wrong with it. How far away a day may be is for the server to say. */
export function readEnd(kind: EndKind, text: string, now: Date): BulkChange | string {
  if (kind === 'never') return { expiresAt: null, maxMessages: null, idleDays: null };
  if (kind === 'expiresAt') {
    const expiresAt = endOfDay(text);
    return expiresAt === null || new Date(expiresAt) <= now ? lifeFaults.expiry : { expiresAt };
  }
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= most[kind] ? { [kind]: number } : lifeFaults[kind];
}

/** A label, and how many of those selected have it. */
export interface LabelCount {
  readonly name: string;
  readonly some: number;
}

const inWords = new Intl.Collator();

/** The labels that any alias has, by name. */
export function countLabels(all: readonly Alias[], selected: readonly Alias[]): LabelCount[] {
  const counts = new Map(all.flatMap(({ labels }) => labels).map((name) => [name, 0]));
  for (const { labels } of selected) for (const name of labels) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, some]) => ({ name, some }))
    .toSorted((one, other) => inWords.compare(one.name, other.name));
}

/** The change that gives new labels and those that are wanted, and takes off those that are not; null: there is nothing to change. */
export function readLabelChange(wanted: ReadonlyMap<string, boolean>, fresh: readonly string[]): BulkChange | null {
  const named = new Set(fresh.map((name) => name.toLowerCase()));
  const chosen = [...wanted].filter(([name]) => !named.has(name.toLowerCase()));
  const addLabels = [...chosen.flatMap(([name, on]) => (on ? [name] : [])), ...fresh];
  const removeLabels = chosen.flatMap(([name, on]) => (on ? [] : [name]));
  if (addLabels.length + removeLabels.length === 0) return null;
  return { ...(addLabels.length > 0 && { addLabels }), ...(removeLabels.length > 0 && { removeLabels }) };
}
