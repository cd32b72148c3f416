import type { Clock } from '#platform/clock.ts';

/** Whose DNS answered on a day, and whose did not, as far as this process asked. */
export interface DnsTally {
  note(organisation: string, isHidden: boolean): void;
  /** Most did not: that is the fault of no stranger. */
  isOurs(): boolean;
}

/** Fewer organisations prove nothing: one of them may be all that was asked for. */
const leastAsked = 5;
const maxKept = 10_000;

/** By organisation, so that one with many names is one. */
export function createDnsTally(clock: Clock): DnsTally {
  let day = '';
  const asked = new Set<string>();
  const hidden = new Set<string>();
  const begin = (): void => {
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    if (today === day) return;
    day = today;
    asked.clear();
    hidden.clear();
  };
  return {
    note: (organisation, isHidden) => {
      begin();
      if (!asked.has(organisation) && asked.size >= maxKept) return;
      asked.add(organisation);
      if (isHidden) hidden.add(organisation);
      else hidden.delete(organisation);
    },
    isOurs: () => {
      begin();
      return asked.size >= leastAsked && hidden.size * 2 > asked.size;
    },
  };
}
