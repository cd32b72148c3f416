import { memo, type ReactNode } from 'react';
import { aliasListMessages } from '#messages/pages/aliases.tsx';
import { EmailText } from '#web/components/email-text.tsx';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { EditAliasForm } from '#web/features/aliases/edit-alias-form.tsx';
import { AliasActions } from '#web/features/aliases/list/alias-actions.tsx';
import { DeliveriesLine, ProviderLine, AliasNotes, AliasPanel } from '#web/features/aliases/list/alias-facts.tsx';
import { AliasSwitch } from '#web/features/aliases/list/alias-switch.tsx';
import { useAliasRow, type AliasRowProps } from '#web/features/aliases/list/open-rows.ts';
import { MarksSlot } from '#web/features/aliases/lives/life-slots.tsx';
import { TargetList } from '#web/features/aliases/targets/target-list.tsx';
import { useFullTableScreen } from '#web/lib/use-wide-screen.ts';

const headings = 'px-3 py-3 text-left text-note font-semibold text-soft first:pl-6 last:pr-6';
const cells = 'px-3 py-4 align-top leading-6 first:pl-6 last:pr-6';

const { columns } = aliasListMessages;

/** For wide screens. */
export function AliasTable({ rows }: { rows: readonly AliasRowProps[] }) {
  return (
    <table className="w-full table-fixed border-collapse text-small">
      <thead>
        <tr className="border-b border-line">
          <th className={`${headings} w-[20%]`}>{columns.alias}</th>
          <th className={`${headings} w-[24%]`}>{columns.forwardsTo}</th>
          <th className={headings}>{columns.notes}</th>
          <th className={`${headings} hidden w-28 lg:table-cell`}>{columns.created}</th>
          <th className={`${headings} w-50`}>{columns.actions}</th>
          <th className={`${headings} w-34`}>{columns.status}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <AliasRow key={row.alias.id} {...row} />
        ))}
      </tbody>
    </table>
  );
}

const AliasRow = memo((props: AliasRowProps) => {
  const { alias, open, onDelete } = props;
  const row = useAliasRow(props);
  if (open === 'edit') {
    return (
      <WholeRow>
        <EditAliasForm alias={alias} onClose={row.endEdit} />
      </WholeRow>
    );
  }
  return (
    <>
      <tr className="border-b border-line last:border-0">
        <th scope="row" className={`${cells} text-left text-body font-semibold`}>
          <EmailText address={aliasAddress(alias)} />
          <MarksSlot alias={alias} />
        </th>
        <td className={cells}>
          <TargetList alias={alias} />
          <DeliveriesLine alias={alias} />
          <ProviderLine alias={alias} />
        </td>
        <td className={cells}>
          <AliasNotes notes={alias.notes} />
        </td>
        <td className={`${cells} hidden text-soft tabular-nums lg:table-cell`}>
          <time dateTime={alias.createdAt}>{new Date(alias.createdAt).toLocaleDateString()}</time>
        </td>
        <td className={cells}>
          <AliasActions
            alias={alias}
            editButton={row.editButton}
            open={open}
            onEdit={row.startEdit}
            onPanel={row.togglePanel}
            onDelete={onDelete}
          />
        </td>
        <td className={cells}>
          <AliasSwitch alias={alias} />
        </td>
      </tr>
      {open && (
        <WholeRow>
          <AliasPanel alias={alias} name={open} />
        </WholeRow>
      )}
    </>
  );
});
AliasRow.displayName = 'AliasRow';

function WholeRow({ children }: { children: ReactNode }) {
  // A column that is not there would take room from the others.
  const columnCount = useFullTableScreen() ? 6 : 5;
  return (
    <tr className="border-b border-line bg-paper last:border-0">
      <td colSpan={columnCount} className="p-6">
        {children}
      </td>
    </tr>
  );
}
