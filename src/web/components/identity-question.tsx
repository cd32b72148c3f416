import { Suspense, useEffect } from 'react';
import type { ConfirmIdentityProps } from '#web/components/confirm-identity-dialog.tsx';
import { NotLoaded } from '#web/components/not-loaded.tsx';
import { dropIdentityQuestion, useIdentityQuestion } from '#web/lib/confirm-identity.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';

const ConfirmIdentityDialog = lazyPart<ConfirmIdentityProps>(
  async () => (await import('#web/components/confirm-identity-dialog.tsx')).ConfirmIdentityDialog,
  ({ answer }) => <NotLoaded onClose={() => answer(false)} />,
);

/** Stands on each page where something may wait for its owner to prove once more who they are. */
export function IdentityQuestion() {
  const answer = useIdentityQuestion();
  useEffect(() => dropIdentityQuestion, []);
  return (
    answer && (
      <Suspense>
        <ConfirmIdentityDialog answer={answer} />
      </Suspense>
    )
  );
}
