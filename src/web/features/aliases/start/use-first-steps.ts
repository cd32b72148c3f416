import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Alias } from '#contract/aliases.ts';
import type { FirstSteps } from '#contract/account/first-steps.ts';
import { useAliases } from '#web/features/aliases/alias-calls.ts';
import { firstStepsQuery, readMarks, writeMarks, type StepMark } from '#web/lib/aliases/first-steps.ts';

export const stepNames = ['confirm', 'test', 'reply', 'install'] as const;
export type StepName = (typeof stepNames)[number];

export interface Step {
  readonly name: StepName;
  readonly done: boolean;
  /** The program knows that it is done, or would: nobody ticks it by hand. */
  readonly known: boolean;
}

function stepsOf({ confirmed, used, apiKey }: FirstSteps, marks: readonly string[]): Step[] {
  const known: Record<StepName, boolean> = { confirm: confirmed, test: used, reply: false, install: apiKey };
  return stepNames.map((name) => ({
    name,
    done: known[name] || marks.includes(name),
    known: known[name] || name === 'confirm',
  }));
}

/** Asks again once a target in the list of aliases has agreed, or one is new. */
function useFollowTargets(aliases: readonly Alias[] | undefined): void {
  const client = useQueryClient();
  const pending = useMemo(() => {
    const targets = aliases?.flatMap((alias) => alias.targets.filter(({ state }) => state === 'pending'));
    return targets && [...new Set(targets.map(({ id }) => id))].sort().join(' ');
  }, [aliases]);
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (pending === undefined) return;
    if (before.current !== undefined && pending !== before.current) void client.invalidateQueries(firstStepsQuery);
    before.current = pending;
  }, [pending, client]);
}

export interface Start {
  /** Nobody knows yet whether anything is to be shown. */
  readonly isPending: boolean;
  readonly facts: FirstSteps | null;
  /** Empty until they are known, or where they cannot be: whoever asks for them later would ask the server again. */
  readonly aliases: readonly Alias[];
  /** Empty for whoever is led no more. */
  readonly steps: readonly Step[];
  readonly mark: (mark: StepMark, isSet: boolean) => void;
}

/** Which inboxes wait, and how far a new account is. What the server does not keep, this browser does. */
export function useFirstSteps(userId: string): Start {
  const { data, isPending } = useQuery(firstStepsQuery);
  const [marks, setMarks] = useState(() => readMarks(userId));
  const aliases = useAliases(userId).data?.aliases;
  useFollowTargets(aliases);

  const facts = data?.firstSteps ?? null;
  const keep = (next: readonly string[]): void => {
    writeMarks(userId, next);
    setMarks(next);
  };
  const steps = facts === null || !facts.isNew || marks.includes('over') ? [] : stepsOf(facts, marks);
  const isOver = steps.length > 0 && steps.every(({ done }) => done);
  // It stays over, whatever becomes of a key or an inbox later.
  useEffect(() => {
    if (isOver) writeMarks(userId, ['over']);
  }, [isOver, userId]);
  return {
    isPending,
    facts,
    aliases: aliases ?? [],
    steps: isOver ? [] : steps,
    mark: (mark, isSet) => keep(isSet ? [...marks, mark] : marks.filter((one) => one !== mark)),
  };
}
