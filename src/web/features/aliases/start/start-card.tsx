import { firstStepsMessages as texts } from '#messages/pages/account/start.ts';
import { Card } from '#web/components/ui/card.tsx';
import { StepList } from '#web/features/aliases/start/step-list.tsx';
import type { Start } from '#web/features/aliases/start/use-first-steps.ts';
import { WaitingInboxes } from '#web/features/aliases/start/waiting-inboxes.tsx';

interface StartCardProps {
  start: Start;
  /** What had the focus is gone. */
  onGone: () => void;
}

/** Over the list while there is something to do before mail comes: which inboxes wait, and the first steps of a new account. */
export function StartCard({ start, onGone }: StartCardProps) {
  const { facts, aliases, steps, mark } = start;
  if (facts === null || (facts.waiting.length === 0 && steps.length === 0)) return null;
  return (
    <Card aria-label={texts.title} className="divide-y divide-line overflow-hidden text-small">
      {facts.waiting.length > 0 && <WaitingInboxes aliases={aliases} waiting={facts.waiting} look={facts.look} />}
      {steps.length > 0 && <StepList newest={aliases[0]} steps={steps} onMark={mark} onGone={onGone} />}
    </Card>
  );
}
