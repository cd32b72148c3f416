import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { aliasListMessages } from '#messages/pages/aliases.tsx';
import { AliasAddress } from '#web/features/aliases/alias-address.tsx';
import { sortBy, type SortKey } from '#web/features/aliases/found/shown.ts';
import { AliasActions, OpenLink } from '#web/features/aliases/list/alias-actions.tsx';
import { EditPart, ProviderLine, AliasNotes, AliasPanel } from '#web/features/aliases/list/alias-facts.tsx';
import { AliasSwitch } from '#web/features/aliases/list/alias-switch.tsx';
import { RowCheckbox } from '#web/features/aliases/list/many/row-checkbox.tsx';
import { useSelected } from '#web/features/aliases/list/many/selection.ts';
import {
  rowsAtFirst,
  useAliasRow,
  type AliasViewProps,
  type PlacedRowProps,
  type Sorting,
} from '#web/features/aliases/list/open-rows.ts';
import { RowBox } from '#web/features/aliases/list/row-box.tsx';
import { MarksSlot } from '#web/features/aliases/lives/life-slots.tsx';
import { DeliveriesLine } from '#web/features/aliases/targets/deliveries-line.tsx';
import { TargetList } from '#web/features/aliases/targets/target-list.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import { useFullTableScreen } from '#web/lib/use-wide-screen.ts';

/** Every row lays out its own columns, so that the browser can leave out the rows that nobody sees: 100 of them are 3,500 elements. */
const gridRow = joinClasses(
  'grid grid-cols-[2.75rem_25%_23%_minmax(0,1fr)_7rem_10.75rem] border-b border-line *:min-w-0',
  'lg:grid-cols-[2.75rem_24.5%_21%_minmax(0,1fr)_6.5rem_7rem_10.75rem]',
);
const headings = 'px-3 py-1 text-left text-note font-semibold text-soft first:pl-6 last:pr-6';
/** One line of text is as high as the button beside it. */
const cells = 'px-3 py-2 first:pl-6 last:pr-6';
const texted = `${cells} pt-3 pb-3 leading-6`;

/** The eye keeps to a row that is wide. */
const rowLook = 'last:border-0 hover:not-data-selected:bg-paper';

const { columns } = aliasListMessages;

/** Made once: a formatter costs more than a row. */
const days = new Intl.DateTimeFormat(__LOCALE__);

/** For wide screens. */
export function AliasTable({ rows, ...head }: AliasViewProps) {
  return (
    <div role="table" className="text-small">
      <Headings {...head} />
      <div role="rowgroup">
        {rows.map((row, place) => (
          <AliasRow key={row.alias.id} {...row} isFar={place >= rowsAtFirst} />
        ))}
      </div>
    </div>
  );
}

function Headings({ selection, ...sorting }: Omit<AliasViewProps, 'rows'>) {
  // What can be done with selected aliases lies over them then.
  const isCovered = useSelected(selection).size > 0;
  const all = { ...sorting, isCovered };
  return (
    <div role="rowgroup">
      <div role="row" className={joinClasses(gridRow, 'items-center')}>
        <div role="cell">
          <span className="sr-only">{columns.selected}</span>
        </div>
        <SortableHeading of="alias" {...all} />
        <SortableHeading of="forwardsTo" {...all} />
        <SortableHeading of="notes" {...all} />
        <SortableHeading of="created" className="hidden lg:block" {...all} />
        <div role="columnheader" className={headings}>
          {columns.actions}
        </div>
        <SortableHeading of="status" {...all} />
      </div>
    </div>
  );
}

interface HeadingProps extends Sorting {
  of: SortKey;
  /** Nobody shall come by Tab to what cannot be seen. */
  isCovered: boolean;
  className?: string;
}

/** A click sorts by the column, another one the other way round. */
function SortableHeading({ of, sort, onSort, isCovered, className }: HeadingProps) {
  const isSorted = sort.by === of;
  const Arrow = sort.down ? ArrowDown : ArrowUp;
  return (
    <div
      role="columnheader"
      aria-sort={isSorted ? (sort.down ? 'descending' : 'ascending') : undefined}
      className={joinClasses(headings, className)}
    >
      <button
        type="button"
        tabIndex={isCovered ? -1 : undefined}
        onClick={() => onSort(sortBy(of, sort))}
        className="group -mx-1 inline-flex min-h-6 items-center gap-1 rounded-mark px-1 hover:text-ink"
      >
        {columns[of]}
        <Arrow
          aria-hidden="true"
          className={joinClasses('size-3', isSorted ? 'text-ink' : 'opacity-0 group-hover:opacity-60')}
        />
      </button>
    </div>
  );
}

const AliasRow = memo((props: PlacedRowProps) => {
  const { alias, deliveries, open, onDelete, selection, isFar } = props;
  const { button, startEdit, togglePanel, close } = useAliasRow(props);
  if (open === 'edit') {
    return (
      <WholeRow>
        <EditPart alias={alias} onClose={close} />
      </WholeRow>
    );
  }
  return (
    <>
      <RowBox role="row" alias={alias} selection={selection} isFar={isFar} className={joinClasses(gridRow, rowLook)}>
        <div role="cell" className="py-3.5 pl-6">
          <RowCheckbox alias={alias} selection={selection} />
        </div>
        <div role="rowheader" className={`${texted} text-left`}>
          <AliasAddress alias={alias} />
          <MarksSlot alias={alias} />
        </div>
        <div role="cell" className={texted}>
          <TargetList alias={alias} />
          <DeliveriesLine deliveries={deliveries} />
          <ProviderLine alias={alias} />
        </div>
        <div role="cell" className={`${cells} pt-3.5 pb-3.5 leading-5`}>
          <AliasNotes notes={alias.notes} />
        </div>
        <time role="cell" dateTime={alias.createdAt} className={`${texted} hidden text-soft tabular-nums lg:block`}>
          {days.format(new Date(alias.createdAt))}
        </time>
        <div role="cell" className="py-2 pr-3 pl-1">
          <AliasActions
            alias={alias}
            button={button}
            open={open}
            onEdit={startEdit}
            onPanel={togglePanel}
            onDelete={onDelete}
          />
        </div>
        <div role="cell" className="relative py-3 pr-9 pl-3 leading-6">
          <AliasSwitch alias={alias} />
          <OpenLink alias={alias} className="absolute top-3 right-2" />
        </div>
      </RowBox>
      {open && (
        <WholeRow>
          <AliasPanel alias={alias} name={open} onClose={close} />
        </WholeRow>
      )}
    </>
  );
});
AliasRow.displayName = 'AliasRow';

function WholeRow({ children }: { children: ReactNode }) {
  // A column that is not there would take room from the others.
  const columnCount = useFullTableScreen() ? 7 : 6;
  return (
    <div role="row" className="border-b border-line bg-paper last:border-0">
      <div role="cell" aria-colspan={columnCount} className="p-6">
        {children}
      </div>
    </div>
  );
}
