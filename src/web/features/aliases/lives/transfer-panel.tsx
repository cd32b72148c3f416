import { Suspense, useState } from 'react';
import type { Alias } from '#contract/aliases.ts';
import { aliasFormMessages as texts } from '#messages/pages/aliases.tsx';
import { TextButton } from '#web/components/ui/link-button.tsx';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';

const OfferDialog = lazyPart<{ kind: 'alias'; id: string; name: string; onClose: () => void }>(
  async () => (await import('#web/components/offer-dialog.tsx')).OfferDialog,
  () => null,
);

/** What passes an alias to another account. */
export function TransferPanel({ alias }: { alias: Alias }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="md:col-span-2">
      <TextButton onClick={() => setOpen(true)}>{texts.pass}</TextButton>
      {open && (
        <Suspense>
          <OfferDialog kind="alias" id={alias.id} name={aliasAddress(alias)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
