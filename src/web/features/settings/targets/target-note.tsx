import type { AccountTarget } from '#contract/targets.ts';
import { Chip } from '#web/components/ui/chip.tsx';
import { describeFailing } from '#web/lib/targets.ts';

function countAliases(count: number): string {
  return `${count} ${count === 1 ? 'alias' : 'aliases'}`;
}

function describeState(target: AccountTarget) {
  const { kind, state } = target;
  switch (state) {
    case 'stopped':
      return { tone: 'off', text: 'Stopped by its owner' } as const;
    case 'disabled':
      return { tone: 'off', text: 'Switched off: it took no mail' } as const;
    case 'pending':
      return { tone: 'waiting', text: kind === 'webhook' ? 'Not verified yet' : 'Waiting for confirmation' } as const;
    case 'confirmed': {
      const failing = describeFailing(target);
      return failing === null
        ? ({ tone: 'on', text: kind === 'webhook' ? 'Verified' : 'Confirmed' } as const)
        : ({ tone: 'waiting', text: failing } as const);
    }
  }
}

/** How a target stands, and how many aliases forward to it. */
export function TargetNote({ target }: { target: AccountTarget }) {
  const { tone, text } = describeState(target);
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      <Chip tone={tone}>{text}</Chip>
      {countAliases(target.aliases)}
    </span>
  );
}
