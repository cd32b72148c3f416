import { X } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { BulkChange, BulkResponse } from '#contract/aliases/bulk.ts';
import type { Alias } from '#contract/aliases.ts';
import { selectionMessages } from '#messages/pages/lives/filters.ts';
import { manyMessages as texts } from '#messages/pages/lives/many.ts';
import { TextButton } from '#web/components/ui/link-button.tsx';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { writeCsv } from '#web/features/aliases/list/many/export-selected.ts';
import { DeleteManyDialog } from '#web/features/aliases/list/many/delete-many-dialog.tsx';
import { EndDialog, InboxDialog } from '#web/features/aliases/list/many/many-dialogs.tsx';
import { LabelDialog } from '#web/features/aliases/list/many/label-dialog.tsx';
import { countHidden } from '#web/features/aliases/list/many/row-checkbox.tsx';
import { useSelected, type Selection } from '#web/features/aliases/list/many/selection.ts';
import { useChangeMany, type Deed } from '#web/features/aliases/list/many/use-change-many.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { showToast } from '#web/lib/toast.ts';

export interface ManyBarProps {
  selection: Selection;
  aliases: readonly Alias[];
  /** Those that are listed now, by id, on all pages. */
  found: readonly string[];
  /** In the head over a table, or at the foot of the cards. */
  place: 'head' | 'foot';
  /** Where that is. What is asked stays when it changes, as on a tablet that is turned. */
  host: HTMLElement | null;
  ownEmail: string | null;
  /** What has the focus once the bar is gone. */
  focusAfter: () => HTMLElement | null;
}

/** What asks for more first. */
type Asking = 'inbox' | 'label' | 'end' | 'remove';

/** Over the headings of the columns it is as high as they are: nothing moves. At the foot it is the last of its card, so that it covers no row for good. */
const places = {
  head: 'absolute inset-x-0 top-full min-h-8 border-b px-4 sm:px-6',
  foot: 'sticky bottom-(--places) z-5 rounded-b-box border-t px-4 py-2 sm:px-6',
} as const;

/** What can be done with the aliases that are selected. */
export function ManyBar({ selection, aliases, found, place, host, ownEmail, focusAfter }: ManyBarProps) {
  const selected = useSelected(selection);
  const chosen = aliases.filter(({ id }) => selected.has(id));
  const [asking, setAsking] = useState<Asking | null>(null);
  const { run, progress, skipped, hideSkipped } = useChangeMany(chosen.map(({ id }) => id));
  const close = (): void => setAsking(null);
  const hidden = countHidden(selected, found);
  const dialog = {
    aliases: chosen,
    hidden,
    busy: progress !== null,
    onClose: close,
    onApply: (change: BulkChange, onFault: (fault: string) => void) =>
      void run(asking ?? 'label', change, (fault) => (fault === null ? close() : onFault(fault))),
  };

  return (
    <>
      {host &&
        createPortal(
          <BarBox place={place} focusAfter={focusAfter}>
            <div className="flex flex-wrap items-center gap-x-3">
              <Summary selection={selection} selected={selected} found={found} progress={progress} hidden={hidden} />
              <Deeds
                aliases={chosen}
                busy={dialog.busy}
                onRun={(deed, change) => void run(deed, change, close)}
                onAsk={setAsking}
              />
            </div>
            <Skipped skipped={skipped} aliases={aliases} onHide={hideSkipped} />
          </BarBox>,
          host,
        )}
      {asking === 'inbox' && <InboxDialog {...dialog} all={aliases} ownEmail={ownEmail} />}
      {asking === 'label' && <LabelDialog {...dialog} all={aliases} />}
      {asking === 'end' && <EndDialog {...dialog} />}
      {asking === 'remove' && <DeleteManyDialog {...dialog} focusAfter={focusAfter} />}
    </>
  );
}

/** It goes when nothing is selected any more, by whatever way: the focus must not go with it. */
function BarBox({ place, focusAfter, children }: Pick<ManyBarProps, 'place' | 'focusAfter'> & { children: ReactNode }) {
  const box = useRef<HTMLElement>(null);
  const after = useRef(focusAfter);
  useLayoutEffect(() => {
    after.current = focusAfter;
  });
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      if (element?.contains(document.activeElement)) after.current()?.focus();
    };
  }, []);
  // What stands over the page makes room for it.
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.dataset['many'] = place;
    return () => {
      delete root.dataset['many'];
    };
  }, [place]);
  return (
    <section
      ref={box}
      aria-label={texts.actions}
      className={joinClasses('animate-fade border-line bg-amber-wash text-small', places[place])}
    >
      {children}
    </section>
  );
}

interface SummaryProps extends Pick<ManyBarProps, 'selection' | 'found'> {
  selected: ReadonlySet<string>;
  hidden: number;
  progress: { readonly done: number; readonly total: number } | null;
}

/** How many are selected, of which how many are out of sight, and how far a change of them has come. */
function Summary({ selection, selected, found, hidden, progress }: SummaryProps) {
  const others = found.length - (selected.size - hidden);
  return (
    <div className="mr-auto flex min-h-8 min-w-0 flex-wrap items-center gap-x-3">
      <button
        type="button"
        aria-label={texts.clear}
        data-tooltip={texts.clear}
        onClick={() => selection.clear()}
        className="-mx-2 grid size-8 place-items-center rounded-box text-soft hover:bg-sheet hover:text-ink focus-visible:-outline-offset-2"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
      {progress === null ? (
        <span className="font-semibold tabular-nums">{selectionMessages.selected(selected.size)}</span>
      ) : (
        <span role="status" className="font-semibold tabular-nums">
          {progress.done === 0 ? texts.working : texts.progress(progress.done, progress.total)}
        </span>
      )}
      {hidden > 0 && <span className="text-soft tabular-nums">{selectionMessages.hidden(hidden)}</span>}
      {others > 0 && progress === null && (
        <TextButton onClick={() => selection.selectAll(found, true)}>{texts.selectFound(found.length)}</TextButton>
      )}
    </div>
  );
}

interface DeedsProps {
  aliases: readonly Alias[];
  busy: boolean;
  onRun: (deed: Deed, change: BulkChange) => void;
  onAsk: (asking: Asking) => void;
}

function Deeds({ aliases, busy, onRun, onAsk }: DeedsProps) {
  const { lives = false } = useConfig()?.features ?? {};
  const save = (): void => {
    saveFile(texts.file, 'text/csv', writeCsv(aliases));
    showToast({ title: texts.done.export, description: texts.exported(aliases.length) });
  };
  const deeds: readonly (readonly [Deed, () => void])[] = [
    ['pause', () => onRun('pause', { active: false })],
    ['resume', () => onRun('resume', { active: true })],
    ['inbox', () => onAsk('inbox')],
    ['label', () => onAsk('label')],
    ...(lives ? ([['end', () => onAsk('end')]] as const) : []),
    ['export', save],
    ['remove', () => onAsk('remove')],
  ];
  return (
    <div className="-mx-2 flex flex-wrap items-center gap-x-0.5">
      {deeds.map(([deed, act]) => (
        // Not really disabled while it is busy: that would lose the focus.
        <button
          key={deed}
          type="button"
          aria-disabled={busy}
          onClick={() => !busy && act()}
          className={joinClasses(
            'h-8 rounded-box px-2 font-medium whitespace-nowrap transition-colors hover:bg-sheet',
            'focus-visible:-outline-offset-2 aria-disabled:opacity-60',
            deed === 'remove' && 'text-gone',
          )}
        >
          {texts[deed]}
        </button>
      ))}
    </div>
  );
}

const mostShown = 3;

interface SkippedProps {
  skipped: BulkResponse['skipped'];
  aliases: readonly Alias[];
  onHide: () => void;
}

/** Those that stayed as they were, and why. */
function Skipped({ skipped, aliases, onHide }: SkippedProps) {
  if (skipped.length === 0) return null;
  const shown = skipped.slice(0, mostShown);
  const addresses = new Map(aliases.map((alias) => [alias.id, aliasAddress(alias)]));
  return (
    <div role="alert" className="border-t border-line py-1">
      <p className="font-medium">{texts.skipped(skipped.length)}</p>
      <ul className="text-soft">
        {shown.map(({ id, message }) => (
          <li key={id} className="wrap-anywhere">
            {addresses.get(id)} {message}
          </li>
        ))}
        {skipped.length > mostShown && <li>{texts.more(skipped.length - mostShown)}</li>}
      </ul>
      <TextButton onClick={onHide}>{texts.hideSkipped}</TextButton>
    </div>
  );
}
