import { useState } from 'react';
import type { User } from '#contract/sign-in.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { DeleteAccountDialog } from '#web/features/aliases/deletion/delete-account-dialog.tsx';

export function DeleteAccountCard({ user }: { user: User }) {
  const [asking, setAsking] = useState(false);
  return (
    <Card
      aria-labelledby="delete-account"
      className="flex flex-col gap-4 p-5 sm:flex-row sm:items-center sm:justify-between sm:p-6"
    >
      <div>
        <h2 id="delete-account" className="text-lead font-semibold">
          Delete Account
        </h2>
        <p className="mt-1 text-small text-soft">Permanently delete your account and all aliases. Cannot be undone.</p>
      </div>
      <Button look="removing" onClick={() => setAsking(true)}>
        Delete Account
      </Button>
      {asking && <DeleteAccountDialog user={user} onClose={() => setAsking(false)} />}
    </Card>
  );
}
