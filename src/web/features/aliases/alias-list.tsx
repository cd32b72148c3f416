import { useRef, useState } from 'react';
import type { User } from '#contract/accounts.ts';
import type { Alias } from '#contract/aliases.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { AliasCards } from '#web/features/aliases/alias-cards.tsx';
import { AliasTable } from '#web/features/aliases/alias-table.tsx';
import { ConfirmationHint } from '#web/features/aliases/confirmation-hint.tsx';
import { DeleteAliasDialog } from '#web/features/aliases/delete-alias-dialog.tsx';
import { useAliases } from '#web/features/aliases/get-aliases.ts';
import { NoAliases } from '#web/features/aliases/no-aliases.tsx';
import { useWideScreen } from '#web/lib/use-wide-screen.ts';

export const AliasList = ({ user }: { user: User }) => {
  const { data, isError, refetch } = useAliases(user.id);
  const heading = useRef<HTMLHeadingElement>(null);
  const [deleting, setDeleting] = useState<Alias | null>(null);

  const closeDialog = (): void => {
    setDeleting(null);
    heading.current?.focus();
  };

  return (
    <Card aria-labelledby="your-aliases">
      <h2
        id="your-aliases"
        ref={heading}
        tabIndex={-1}
        className="border-b border-line p-5 text-lead font-semibold outline-none sm:px-6"
      >
        Your Aliases
        {data && data.aliases.length > 0 && (
          <span className="ml-2 font-normal text-soft tabular-nums">{data.aliases.length}</span>
        )}
      </h2>
      {!data && !isError && <Waiting text="Loading aliases..." />}
      {!data && isError && (
        <div role="alert" className="flex flex-col items-center gap-4 p-12 text-center text-soft">
          Your aliases could not be loaded.
          <Button look="plain" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {data && <Aliases user={user} aliases={data.aliases} onDelete={setDeleting} />}
      {deleting && <DeleteAliasDialog alias={deleting} onClose={closeDialog} />}
    </Card>
  );
};

interface AliasesProps {
  user: User;
  aliases: Alias[];
  onDelete: (alias: Alias) => void;
}

const Aliases = ({ user, aliases, onDelete }: AliasesProps) => {
  const View = useWideScreen() ? AliasTable : AliasCards;
  if (aliases.length === 0) return <NoAliases user={user} />;
  const waits = aliases.some(({ targets }) => targets.some(({ state }) => state === 'pending'));
  return (
    <>
      {waits && <ConfirmationHint className="border-b border-line px-5 py-3 sm:px-6" />}
      <View aliases={aliases} onDelete={onDelete} />
    </>
  );
};
