import { Suspense, useState } from 'react';
import { limits } from '#contract/limits.ts';
import type { User } from '#contract/sign-in.ts';
import { deleteAccountMessages as texts } from '#messages/pages/aliases.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { PartNotLoaded } from '#web/components/ui/part-not-loaded.tsx';
import { lazyPart } from '#web/lib/lazy-part.ts';

const DeleteAccountDialog = lazyPart(
  async () => (await import('#web/features/aliases/delete-account-dialog.tsx')).DeleteAccountDialog,
  PartNotLoaded,
);

export function DeleteAccountCard({ user }: { user: User }) {
  const [asking, setAsking] = useState(false);
  return (
    <Card
      aria-labelledby="delete-account"
      className="flex flex-col gap-4 p-5 sm:flex-row sm:items-center sm:justify-between sm:p-6"
    >
      <div>
        <h2 id="delete-account" className="text-lead font-semibold">
          {texts.title}
        </h2>
        <p className="mt-1 text-small text-soft">{texts.description(limits.leavingDays)}</p>
      </div>
      <Button look="removing" onClick={() => setAsking(true)}>
        {texts.title}
      </Button>
      <Suspense>{asking && <DeleteAccountDialog user={user} onClose={() => setAsking(false)} />}</Suspense>
    </Card>
  );
}
