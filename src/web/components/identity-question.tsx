import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { requestMessages } from '#messages/pages/shell.ts';
import type { ConfirmIdentityProps } from '#web/components/confirm-identity-dialog.tsx';
import { accountQuery } from '#web/components/account-query.ts';
import { dropIdentityQuestion, useIdentityQuestion, type IdentityAnswer } from '#web/lib/confirm-identity.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { showToast } from '#web/lib/toast.ts';

/** The question cannot be asked: it ends, and what waits for it with it. */
function NotAsked({ answer }: { answer: IdentityAnswer }) {
  useEffect(() => {
    showToast({ title: requestMessages.noAnswer, tone: 'destructive' });
    answer(false);
  }, [answer]);
  return null;
}

const ConfirmIdentityDialog = lazyPart<ConfirmIdentityProps>(
  async () => (await import('#web/components/confirm-identity-dialog.tsx')).ConfirmIdentityDialog,
  NotAsked,
);

/** Stands on each page where something may wait for its owner to prove once more who they are. */
export function IdentityQuestion() {
  const answer = useIdentityQuestion();
  useEffect(() => dropIdentityQuestion, []);
  const { data, isError } = useQuery({ ...accountQuery, enabled: answer !== null });
  if (answer === null) return null;
  if (data === undefined) return isError && <NotAsked answer={answer} />;
  return (
    <Suspense>
      <ConfirmIdentityDialog account={data.account} answer={answer} />
    </Suspense>
  );
}
