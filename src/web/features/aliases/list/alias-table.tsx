import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { aliasListMessages } from '#messages/pages/aliases.tsx';
import { AliasAddress } from '#web/features/aliases/alias-address.tsx';
import { sortBy, type SortKey } from '#web/features/aliases/found/shown.ts';
import { AliasActions } from '#web/features/aliases/list/alias-actions.tsx';
import {
  DeliveriesLine,
  EditPart,
  ProviderLine,
  AliasNotes,
  AliasPanel,
} from '#web/features/aliases/list/alias-facts.tsx';
import { AliasSwitch } from '#web/features/aliases/list/alias-switch.tsx';
import {
  useAliasRow,
  type AliasRowProps,
  type AliasViewProps,
  type Sorting,
} from '#web/features/aliases/list/open-rows.ts';
import { MarksSlot } from '#web/features/aliases/lives/life-slots.tsx';
import { TargetList } from '#web/features/aliases/targets/target-list.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import { useFullTableScreen } from '#web/lib/use-wide-screen.ts';

const headings = 'px-3 py-1 text-left text-note font-semibold text-soft first:pl-6 last:pr-6';
/** One line of text is as high as the button beside it. */
const cells = 'px-3 py-2 align-top first:pl-6 last:pr-6';
const texted = `${cells} pt-3 pb-3 leading-6`;

const { columns } = aliasListMessages;

/** For wide screens. */
export function AliasTable({ rows, ...sorting }: AliasViewProps) {
  return (
    <table className="w-full table-fixed border-collapse text-small">
      <thead>
        <tr className="border-b border-line">
          <SortableHeading of="alias" className="w-[25%]" {...sorting} />
          <SortableHeading of="forwardsTo" className="w-[26%]" {...sorting} />
          <SortableHeading of="notes" {...sorting} />
          <SortableHeading of="created" className="hidden w-27 lg:table-cell" {...sorting} />
          <th className={`${headings} w-28`}>{columns.actions}</th>
          <SortableHeading of="status" className="w-37" {...sorting} />
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

interface HeadingProps extends Sorting {
  of: SortKey;
  className?: string;
}

/** A click sorts by the column, another one the other way round. */
function SortableHeading({ of, sort, onSort, className }: HeadingProps) {
  const isSorted = sort.by === of;
  const Arrow = sort.down ? ArrowDown : ArrowUp;
  return (
    <th
      aria-sort={isSorted ? (sort.down ? 'descending' : 'ascending') : undefined}
      className={joinClasses(headings, className)}
    >
      <button
        type="button"
        onClick={() => onSort(sortBy(of, sort))}
        className="group -mx-1 inline-flex min-h-6 items-center gap-1 rounded-mark px-1 hover:text-ink"
      >
        {columns[of]}
        <Arrow
          aria-hidden="true"
          className={joinClasses('size-3', isSorted ? 'text-ink' : 'opacity-0 group-hover:opacity-60')}
        />
      </button>
    </th>
  );
}

const AliasRow = memo((props: AliasRowProps) => {
  const { alias, open, onDelete } = props;
  const row = useAliasRow(props);
  if (open === 'edit') {
    return (
      <WholeRow>
        <EditPart alias={alias} onClose={row.endEdit} />
      </WholeRow>
    );
  }
  return (
    <>
      <tr className="border-b border-line last:border-0">
        <th scope="row" className={`${texted} text-left`}>
          <AliasAddress alias={alias} />
          <MarksSlot alias={alias} />
        </th>
        <td className={texted}>
          <TargetList alias={alias} />
          <DeliveriesLine alias={alias} />
          <ProviderLine alias={alias} />
        </td>
        <td className={`${cells} pt-3.5 pb-3.5 leading-5`}>
          <AliasNotes notes={alias.notes} />
        </td>
        <td className={`${texted} hidden text-soft tabular-nums lg:table-cell`}>
          <time dateTime={alias.createdAt}>{new Date(alias.createdAt).toLocaleDateString()}</time>
        </td>
        <td className={cells}>
          <div className="-ml-2">
            <AliasActions
              alias={alias}
              button={row.button}
              open={open}
              onEdit={row.startEdit}
              onPanel={row.togglePanel}
              onDelete={onDelete}
            />
          </div>
        </td>
        <td className={texted}>
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
