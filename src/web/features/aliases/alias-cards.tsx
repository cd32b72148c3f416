import type { Alias } from '#contract/aliases.ts';
import { EmailText } from '#web/components/email-text.tsx';
import { AliasActions } from '#web/features/aliases/alias-actions.tsx';
import { AliasNotes } from '#web/features/aliases/alias-notes.tsx';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { AliasStatus } from '#web/features/aliases/alias-status.tsx';
import { TargetList } from '#web/features/aliases/target-list.tsx';

interface AliasesProps {
  aliases: Alias[];
  onDelete: (alias: Alias) => void;
}

/** For small screens: one block an alias. */
export const AliasCards = ({ aliases, onDelete }: AliasesProps) => (
  <ul className="divide-y divide-line">
    {aliases.map((alias) => (
      <li key={alias.id} className="flex flex-col gap-2 p-5 sm:px-6">
        <div className="flex items-start justify-between gap-4">
          <h3 className="min-w-0 font-semibold">
            <EmailText address={aliasAddress(alias)} />
          </h3>
          <AliasStatus alias={alias} />
        </div>
        <div className="text-small">
          <span className="text-note text-soft">Forwards to</span>
          <TargetList alias={alias} />
        </div>
        <div className="flex items-center justify-between gap-4 text-small">
          <AliasNotes notes={alias.notes} />
          <AliasActions alias={alias} onDelete={onDelete} />
        </div>
      </li>
    ))}
  </ul>
);
