import { memo } from 'react';
import { aliasMessages as texts } from '#messages/pages/aliases.tsx';
import { EmailText } from '#web/components/email-text.tsx';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { EditAliasForm } from '#web/features/aliases/edit-alias-form.tsx';
import { AliasActions } from '#web/features/aliases/list/alias-actions.tsx';
import { DeliveriesLine, ProviderLine, AliasNotes, AliasPanel } from '#web/features/aliases/list/alias-facts.tsx';
import { AliasSwitch } from '#web/features/aliases/list/alias-switch.tsx';
import { useAliasRow, type AliasRowProps } from '#web/features/aliases/list/open-rows.ts';
import { MarksSlot } from '#web/features/aliases/lives/life-slots.tsx';
import { TargetList } from '#web/features/aliases/targets/target-list.tsx';

/** For small screens: one block an alias. */
export function AliasCards({ rows }: { rows: readonly AliasRowProps[] }) {
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <AliasCard key={row.alias.id} {...row} />
      ))}
    </ul>
  );
}

const AliasCard = memo((props: AliasRowProps) => {
  const { alias, open, onDelete } = props;
  const card = useAliasRow(props);
  if (open === 'edit') {
    return (
      <li className="bg-paper p-5 sm:p-6">
        <EditAliasForm alias={alias} onClose={card.endEdit} />
      </li>
    );
  }
  return (
    <li>
      <div className="flex flex-col gap-2 p-5 sm:px-6">
        <div className="flex items-start justify-between gap-4">
          <h3 className="min-w-0 font-semibold">
            <EmailText address={aliasAddress(alias)} />
          </h3>
          <AliasSwitch alias={alias} />
        </div>
        <MarksSlot alias={alias} />
        <div className="text-small">
          <span className="text-note text-soft">{texts.forwardsTo}</span>
          <TargetList alias={alias} />
          <DeliveriesLine alias={alias} />
          <ProviderLine alias={alias} />
        </div>
        <div className="flex items-center justify-between gap-4 text-small">
          <AliasNotes notes={alias.notes} />
          <AliasActions
            alias={alias}
            editButton={card.editButton}
            open={open}
            onEdit={card.startEdit}
            onPanel={card.togglePanel}
            onDelete={onDelete}
          />
        </div>
      </div>
      {open && (
        <div className="border-t border-line bg-paper p-5 sm:p-6">
          <AliasPanel alias={alias} name={open} />
        </div>
      )}
    </li>
  );
});
AliasCard.displayName = 'AliasCard';
