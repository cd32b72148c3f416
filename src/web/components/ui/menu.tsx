import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { joinClasses } from '#web/lib/join-classes.ts';

export interface MenuItem {
  text: string;
  /** Says also what it is about, and begins with `text`. */
  label: string;
  icon: ReactNode;
  /** Of what it opens and closes. */
  isOpen?: boolean;
  isRemoving?: boolean;
  run: () => void;
}

interface MenuProps {
  ref: Ref<HTMLButtonElement>;
  text: string;
  /** Says also what it is about, and begins with `text`. */
  label: string;
  items: readonly MenuItem[];
}

/** A button with words, and beneath it what can be done, in words, too. */
export function Menu({ ref, text, label, items }: MenuProps) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  const close = (): void => {
    flushSync(() => setOpen(false));
    box.current?.querySelector('button')?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && open) {
      event.stopPropagation();
      close();
    } else if (event.key === 'ArrowDown' && !open) {
      event.preventDefault();
      setOpen(true);
    }
  };

  return (
    <div
      ref={box}
      role="presentation"
      className="relative"
      onKeyDown={press}
      onBlur={({ relatedTarget }) => !box.current?.contains(relatedTarget) && setOpen(false)}
    >
      <button
        ref={ref}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="inline-flex h-8 items-center gap-1 rounded-box px-2 text-small font-medium text-soft transition-colors hover:bg-well hover:text-ink aria-expanded:bg-well aria-expanded:text-ink"
      >
        {text}
        <ChevronDown aria-hidden="true" className="size-4" />
      </button>
      {open && <MenuList label={label} items={items} onClose={close} />}
    </div>
  );
}

/** Where a key leads to among so many. */
const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

function MenuList({ label, items, onClose }: Pick<MenuProps, 'label' | 'items'> & { onClose: () => void }) {
  const list = useRef<HTMLUListElement>(null);
  const buttons = (): HTMLButtonElement[] => [...(list.current?.querySelectorAll('button') ?? [])];
  useEffect(() => {
    list.current?.querySelector('button')?.focus();
    list.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const press = (event: KeyboardEvent): void => {
    const all = buttons();
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    all[
      step(
        all.findIndex((button) => button === document.activeElement),
        all.length,
      )
    ]?.focus();
  };

  return (
    <ul
      ref={list}
      role="menu"
      aria-label={label}
      onKeyDown={press}
      // Some browsers give the focus to no button that is clicked, which would close the menu first.
      onPointerDown={(event) => event.preventDefault()}
      className="absolute top-full right-0 z-20 mt-1 min-w-60 animate-fade rounded-box border border-edge bg-sheet p-1"
    >
      {items.map(({ text, label: name, icon, isOpen, isRemoving = false, run }) => (
        <li key={text} role="none">
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            aria-label={name}
            aria-expanded={isOpen}
            onClick={() => {
              onClose();
              run();
            }}
            className={joinClasses(
              'flex min-h-10 w-full items-center gap-3 rounded-mark px-3 text-left text-small font-medium whitespace-nowrap',
              'hover:bg-well focus-visible:-outline-offset-2 aria-expanded:bg-well [&_svg]:size-4 [&_svg]:shrink-0',
              isRemoving && 'text-gone',
            )}
          >
            {icon}
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}
