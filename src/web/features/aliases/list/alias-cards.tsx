import { memo } from 'react';
import { AliasAddress } from '#web/features/aliases/alias-address.tsx';
import { AliasActions, OpenLink } from '#web/features/aliases/list/alias-actions.tsx';
import { EditPart, ProviderLine, AliasNotes, AliasPanel } from '#web/features/aliases/list/alias-facts.tsx';
import { AliasSwitch } from '#web/features/aliases/list/alias-switch.tsx';
import { RowCheckbox } from '#web/features/aliases/list/many/row-checkbox.tsx';
import {
  rowsAtFirst,
  useAliasRow,
  type AliasViewProps,
  type PlacedRowProps,
} from '#web/features/aliases/list/open-rows.ts';
import { RowBox } from '#web/features/aliases/list/row-box.tsx';
import { MarksSlot } from '#web/features/aliases/lives/life-slots.tsx';
import { DeliveriesLine } from '#web/features/aliases/targets/deliveries-line.tsx';
import { TargetList } from '#web/features/aliases/targets/target-list.tsx';

/** For small screens: one block an alias. */
export function AliasCards({ rows }: AliasViewProps) {
  return (
    <ul className="divide-y divide-line">
      {rows.map((row, place) => (
        <AliasCard key={row.alias.id} {...row} isFar={place >= rowsAtFirst} />
      ))}
    </ul>
  );
}

const AliasCard = memo((props: PlacedRowProps) => {
  const { alias, deliveries, open, onDelete, selection, isFar } = props;
  const card = useAliasRow(props);
  if (open === 'edit') {
    return (
      <li className="bg-paper p-5 sm:p-6">
        <EditPart alias={alias} onClose={card.close} />
      </li>
    );
  }
  return (
    <li>
      <RowBox
        alias={alias}
        selection={selection}
        isFar={isFar}
        className="flex items-start gap-3 px-4 py-2 text-small sm:px-6"
      >
        <div className="py-0.5">
          <RowCheckbox alias={alias} selection={selection} />
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <div className="flex items-start justify-between gap-4">
            <h3 className="min-w-0">
              <AliasAddress alias={alias} />
            </h3>
            <AliasSwitch alias={alias} />
          </div>
          <MarksSlot alias={alias} />
          <div className="flex items-end justify-between gap-3">
            <div className="min-w-0 self-start [&>ul]:text-soft">
              <TargetList alias={alias} />
              <DeliveriesLine deliveries={deliveries} />
              <ProviderLine alias={alias} />
              {alias.notes && <AliasNotes notes={alias.notes} />}
            </div>
            <div className="-mr-2 flex shrink-0 items-center">
              <AliasActions
                alias={alias}
                button={card.button}
                open={open}
                onEdit={card.startEdit}
                onPanel={card.togglePanel}
                onDelete={onDelete}
              />
              <OpenLink alias={alias} />
            </div>
          </div>
        </div>
      </RowBox>
      {open && (
        <div className="border-t border-line bg-paper p-5 sm:p-6">
          <AliasPanel alias={alias} name={open} onClose={card.close} />
        </div>
      )}
    </li>
  );
});
AliasCard.displayName = 'AliasCard';
