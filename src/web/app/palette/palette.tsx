import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BookOpen, CornerDownLeft, Search, Settings, VenetianMask, Waypoints, Zap } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useCallback, useDeferredValue, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { User } from '#contract/sign-in.ts';
import { paletteMessages as texts } from '#messages/pages/account/palette.ts';
import { findEntries, indexForPalette, type Entry } from '#web/app/palette/entries.ts';
import { chosenFor } from '#web/app/palette/find-best.ts';
import { onEscape, useReturnFocus } from '#web/components/ui/dialog.tsx';
import { aliasesQuery } from '#web/lib/aliases/held-aliases.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { joinClasses } from '#web/lib/join-classes.ts';

const icons = { alias: VenetianMask, act: Zap, place: Waypoints, settings: Settings, guide: BookOpen };

interface PaletteProps {
  user: User;
  onClose: () => void;
  onShortcuts: () => void;
}

/** One field that leads everywhere: what is typed is looked for in aliases, actions, settings and guides. */
export function Palette({ user, onClose, onShortcuts }: PaletteProps) {
  const focus = useReturnFocus();
  /** What was chosen leads away: the focus goes with it, and not back. */
  const leads = useRef(false);
  const endFocus = (event: Event): void => {
    if (!leads.current) focus.onCloseAutoFocus(event);
    else {
      event.preventDefault();
      // A page that was opened has taken it; where the same one stays, it begins anew.
      if (document.activeElement === document.body) document.getElementById('main')?.focus();
    }
  };
  const choose = (entry: Entry): void => {
    leads.current = entry.leads;
    onClose();
    entry.run();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 animate-fade bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.onOpenAutoFocus}
          onCloseAutoFocus={endFocus}
          onKeyDown={onEscape(onClose)}
          className="fixed top-4 left-1/2 z-30 flex max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-xl -translate-x-1/2 animate-fade flex-col overflow-hidden rounded-box border border-edge bg-sheet sm:top-[12vh] sm:max-h-[70vh]"
        >
          <Dialog.Title className="sr-only">{texts.title}</Dialog.Title>
          <Finder user={user} onChoose={choose} onShortcuts={onShortcuts} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface FinderProps {
  user: User;
  onChoose: (entry: Entry) => void;
  onShortcuts: () => void;
}

function useFound({ user, onShortcuts }: FinderProps, query: string) {
  const { data, isError } = useQuery(aliasesQuery(user.id));
  const config = useConfig() ?? undefined;
  const client = useQueryClient();
  const aliases = data?.aliases;
  const index = useMemo(() => indexForPalette(aliases ?? []), [aliases]);
  // Typing goes first; what is found follows when there is time.
  const looked = useDeferredValue(query);
  const find = useCallback(
    (text: string) => findEntries(text, index, { user, config, client, showShortcuts: onShortcuts }),
    [index, user, config, client, onShortcuts],
  );
  const entries = useMemo(() => find(looked), [find, looked]);
  const chosen = (at: number): Entry | undefined => chosenFor(query, at, { query: looked, found: entries }, find);
  return { entries, chosen, note: aliases ? null : isError ? texts.notLoaded : texts.loading };
}

/** Where the arrows lead: round at both ends. Null: the key is meant for the text. */
function move({ key }: KeyboardEvent, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'PageDown') return Math.min(at + 8, count - 1);
  if (key === 'PageUp') return Math.max(at - 8, 0);
  return null;
}

/** What was typed, what is found for it, and which of that is chosen. */
function useFinder(props: FinderProps) {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const { entries, chosen, note } = useFound(props, query);
  const current = Math.min(at, entries.length - 1);
  const type = (text: string): void => {
    setQuery(text);
    setAt(0);
  };
  const choose = (entry: Entry | undefined): void => {
    if (entry?.next !== undefined) type(entry.next);
    else if (entry) props.onChoose(entry);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const next = move(event, current, entries.length);
    if (next !== null) setAt(next);
    else if (event.key === 'Enter') choose(chosen(at));
    else return;
    event.preventDefault();
  };
  return { query, entries, note, current, type, choose, press, setAt };
}

function Finder(props: FinderProps) {
  const id = useId();
  const { query, entries, note, current, type, choose, press, setAt } = useFinder(props);
  const isOpen = entries.length > 0;

  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search aria-hidden="true" className="size-5 shrink-0 text-soft" />
        <input
          role="combobox"
          aria-label={texts.placeholder}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-activedescendant={isOpen ? `${id}-${current}` : undefined}
          aria-autocomplete="list"
          placeholder={texts.placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={query}
          onChange={({ target }) => type(target.value)}
          onKeyDown={press}
          className="h-14 w-full min-w-0 bg-transparent text-body outline-none placeholder:text-soft"
        />
      </div>
      {isOpen && <Options id={id} entries={entries} current={current} onPoint={setAt} onChoose={choose} />}
      {!isOpen && (
        <div className="px-4 py-10 text-center">
          <p className="font-semibold">{texts.none}</p>
          <p className="mt-1 text-small text-soft">{texts.noneText}</p>
        </div>
      )}
      <p className="border-t border-line px-4 py-2 text-note text-soft">{note ?? texts.keys}</p>
      <p role="status" className="sr-only">
        {query !== '' && (isOpen ? texts.found(entries.length) : texts.none)}
      </p>
    </>
  );
}

interface OptionsProps {
  id: string;
  entries: readonly Entry[];
  current: number;
  onPoint: (at: number) => void;
  onChoose: (entry: Entry) => void;
}

function Options({ id, entries, current, onPoint, onChoose }: OptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' });
  }, [current, entries]);
  return (
    // The keys are those of the field, which keeps the focus.
    <div
      ref={list}
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={texts.results}
      className="min-h-0 flex-1 overflow-y-auto p-2 outline-none"
    >
      {entries.map((entry, at) => {
        const Icon = icons[entry.kind];
        return (
          <button
            key={entry.id}
            type="button"
            tabIndex={-1}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === current}
            onPointerMove={() => at !== current && onPoint(at)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(entry)}
            className={joinClasses(
              'flex min-h-10 w-full items-center gap-3 rounded-box px-2 py-1.5 text-left text-small',
              at === current && 'bg-amber-wash',
            )}
          >
            <Icon aria-hidden="true" className="size-4 shrink-0 text-soft" />
            <bdi className="line-clamp-2 min-w-0 flex-1 font-medium wrap-anywhere">{entry.label}</bdi>
            <span className="shrink-0 text-note text-soft">{texts.kinds[entry.kind]}</span>
            <CornerDownLeft
              aria-hidden="true"
              className={joinClasses('size-4 shrink-0 text-soft', at !== current && 'invisible')}
            />
          </button>
        );
      })}
    </div>
  );
}
