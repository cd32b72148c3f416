import { Suspense } from 'react';
import type { Move } from '#contract/moves/moves.ts';
import { moveMessages as texts } from '#messages/pages/account/moves.ts';
import { controlMessages } from '#messages/pages/controls.ts';
import { sectionMessages } from '#messages/pages/account/sections.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { MoveContacts } from '#web/features/settings/moving/move-contacts.tsx';
import { MoveDomains } from '#web/features/settings/moving/move-domains.tsx';
import type { MoveSteps } from '#web/features/settings/moving/moves.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';

const Preview = lazyPart<{ move: Move }>(
  async () => (await import('#web/features/settings/moving/move-preview.tsx')).MovePreview,
  () => <p role="alert">{sectionMessages.notLoaded}</p>,
);

interface MovePlanProps {
  move: Move;
  steps: MoveSteps;
  apiKey: string | null;
}

/** Everything is read: what would come, and how; what has come. */
export function MovePlan({ move, steps, apiKey }: MovePlanProps) {
  const { counts, domains, hasContacts } = move;
  const features = useConfig()?.features;
  const isBusy = steps.busy !== null;
  return (
    <>
      {counts.made > 0 && (
        <p role="status" className="font-semibold">
          {texts.done(counts.made)}
        </p>
      )}
      <Suspense fallback={<Waiting text={controlMessages.loading} />}>
        <Preview move={move} />
      </Suspense>
      {counts.left > 0 && (
        <Button className="self-start" disabled={isBusy} onClick={() => void steps.go('run')}>
          {isBusy ? texts.running : texts.run(counts.left)}
        </Button>
      )}
      {features?.ownDomains === true && domains.length > 0 && <MoveDomains domains={domains} />}
      {features?.contacts === true && hasContacts && counts.made > 0 && <MoveContacts move={move} apiKey={apiKey} />}
    </>
  );
}
