/** Something that is wrong and that the operator should hear of. */
export interface Alarm {
  /** The check that found it, and what of several things it is about. */
  readonly check: string;
  readonly about: string;
  /** As it was found last. */
  readonly text: string;
  readonly sinceMs: number;
  /** When the operator last heard of it; null: not yet. */
  readonly toldAtMs: number | null;
}

/** What a round found wrong. */
export type Fault = Pick<Alarm, 'check' | 'about' | 'text'>;

/** What is to be told of a round. */
export interface AlarmNews {
  readonly raised: readonly Alarm[];
  /** They were told a day ago and are still there. */
  readonly standing: readonly Alarm[];
  readonly gone: readonly Alarm[];
}

export interface Round {
  readonly faults: readonly Fault[];
  /** Whether the round looked at what a check looks at; what it did not look at stays as it was. */
  readonly covers: (check: string) => boolean;
  /** How long a fault of a check must be there before it is told: what passes by itself wakes nobody. */
  readonly patienceMs: (check: string) => number;
  readonly now: number;
}

const remindAfterMs = 24 * 60 * 60 * 1000;

/** Each fault is told once when it comes, once when it goes, and once a day while it stays. */
export function judgeAlarms(
  former: readonly Alarm[],
  { faults, covers, patienceMs, now }: Round,
): { readonly alarms: readonly Alarm[]; readonly news: AlarmNews } {
  const isSame = (one: Fault, other: Fault): boolean => one.check === other.check && one.about === other.about;
  const isFound = (alarm: Alarm): boolean => faults.some((fault) => isSame(fault, alarm));
  const found = faults.map(({ check, about, text }): Alarm => {
    const known = former.find((alarm) => isSame(alarm, { check, about, text }));
    return { check, about, text, sinceMs: known?.sinceMs ?? now, toldAtMs: known?.toldAtMs ?? null };
  });
  const raised = found.filter(
    ({ check, sinceMs, toldAtMs }) => toldAtMs === null && now - sinceMs >= patienceMs(check),
  );
  const standing = found.filter(({ toldAtMs }) => toldAtMs !== null && now - toldAtMs >= remindAfterMs);
  const missing = former.filter((alarm) => !isFound(alarm));
  const told = new Set([...raised, ...standing]);
  return {
    alarms: [
      ...found.map((alarm) => (told.has(alarm) ? { ...alarm, toldAtMs: now } : alarm)),
      ...missing.filter(({ check }) => !covers(check)),
    ],
    news: { raised, standing, gone: missing.filter(({ check, toldAtMs }) => covers(check) && toldAtMs !== null) },
  };
}
