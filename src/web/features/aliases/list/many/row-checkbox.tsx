import { useState, type MouseEvent } from 'react';
import type { Alias } from '#contract/aliases.ts';
import { selectionMessages as texts } from '#messages/pages/lives/filters.ts';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { useIsSelected, useSelected, type Selection } from '#web/features/aliases/list/many/selection.ts';

const labelClasses = '-m-2 flex w-fit shrink-0 p-2';
const boxClasses = 'size-5 shrink-0 accent-amber-deep';

/** Browsers would select the text between two clicks. */
function keepText(event: MouseEvent<HTMLInputElement>): void {
  if (!event.shiftKey) return;
  event.preventDefault();
  event.currentTarget.focus();
}

function isWithShift(event: Event): boolean {
  return 'shiftKey' in event && event.shiftKey === true;
}

/** Selects one alias; with shift, all from the one before. */
export function RowCheckbox({ alias, selection }: { alias: Alias; selection: Selection }) {
  const on = useIsSelected(selection, alias.id);
  return (
    <label className={`${labelClasses} select-none`}>
      <input
        type="checkbox"
        aria-label={texts.select(aliasAddress(alias))}
        data-select="true"
        className={boxClasses}
        checked={on}
        onMouseDown={keepText}
        onChange={({ target, nativeEvent }) => selection.select(alias.id, target.checked, isWithShift(nativeEvent))}
      />
    </label>
  );
}

/** Selects all that are drawn. */
export function PageCheckbox({ page, selection }: { page: readonly string[]; selection: Selection }) {
  const selected = useSelected(selection);
  const some = page.filter((id) => selected.has(id)).length;
  return (
    <label className={labelClasses}>
      <span className="sr-only">{texts.selectPage}</span>
      <input
        type="checkbox"
        ref={(box) => {
          if (box !== null) box.indeterminate = some > 0 && some < page.length;
        }}
        className={`${boxClasses} disabled:opacity-60`}
        checked={some > 0 && some === page.length}
        disabled={page.length === 0}
        onChange={({ target }) => selection.selectAll(page, target.checked)}
      />
    </label>
  );
}

/** How many of those selected are not among those found. */
export function countHidden(selected: ReadonlySet<string>, found: readonly string[]): number {
  return selected.size - found.filter((id) => selected.has(id)).length;
}

/** Tells by ear how many are selected, and that none is any more. */
export function SelectionStatus({ found, selection }: { found: readonly string[]; selection: Selection }) {
  const selected = useSelected(selection);
  const [wasUsed, setWasUsed] = useState(false);
  if (selected.size > 0 && !wasUsed) setWasUsed(true);
  const hidden = selected.size === 0 ? 0 : countHidden(selected, found);
  const words = [texts.selected(selected.size), ...(hidden > 0 ? [texts.hidden(hidden)] : [])];
  return (
    <p role="status" className="sr-only">
      {selected.size > 0 ? words.join(', ') : wasUsed && texts.noneSelected}
    </p>
  );
}
