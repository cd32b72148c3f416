import {
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { flushSync } from 'react-dom';
import { MenuHost } from '#web/components/ui/menu-host.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { Link } from '#web/lib/router/link.tsx';

export interface MenuItem {
  text: string;
  /** Says also what it is about, and begins with `text`. */
  label: string;
  icon?: ReactNode;
  /** Of what it opens and closes. */
  isOpen?: boolean;
  isRemoving?: boolean;
  /** At work already: it can be met, and does nothing. */
  isBusy?: boolean;
  /** Of a real link, which opens in another tab, too. */
  link?: { to: string; state: unknown };
  run: () => void;
}

interface MenuProps {
  ref: Ref<HTMLButtonElement>;
  text: string;
  /** Says also what it is about, and begins with `text`. */
  label: string;
  /** Made when it is opened. */
  items: () => readonly MenuItem[];
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
    } else if (event.key === 'ArrowDown' && !event.shiftKey && !open) {
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
        className="mark mark-down inline-flex h-8 items-center gap-1 rounded-box px-2 text-small font-medium text-soft transition-colors hover:bg-well hover:text-ink aria-expanded:bg-well aria-expanded:text-ink"
      >
        {text}
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

const entry = '[role="menuitem"]';

const entryClasses = joinClasses(
  'flex min-h-10 w-full items-center gap-3 rounded-mark px-3 text-left text-small font-medium whitespace-nowrap',
  'hover:bg-well focus-visible:-outline-offset-2 aria-expanded:bg-well aria-disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0',
);

function MenuList({ label, items, onClose }: Pick<MenuProps, 'label' | 'items'> & { onClose: () => void }) {
  const list = useRef<HTMLUListElement>(null);
  const tellHost = use(MenuHost);
  useLayoutEffect(() => {
    tellHost(true);
    return () => tellHost(false);
  }, [tellHost]);
  const entries = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>(entry) ?? [])];
  useEffect(() => {
    list.current?.querySelector<HTMLElement>(entry)?.focus();
    list.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const press = (event: KeyboardEvent): void => {
    const all = entries();
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    all[
      step(
        all.findIndex((one) => one === document.activeElement),
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
      // Scrolled up, it goes beneath the head of its list (z-10).
      className="absolute top-full right-0 z-9 mt-1 min-w-60 animate-fade rounded-box border border-edge bg-sheet p-1"
    >
      {items().map((item) => (
        <li key={item.text} role="none">
          <MenuEntry item={item} onClose={onClose} />
        </li>
      ))}
    </ul>
  );
}

function MenuEntry({ item, onClose }: { item: MenuItem; onClose: () => void }) {
  const { text, label, icon, isOpen, isRemoving = false, isBusy, link, run } = item;
  const shared = { role: 'menuitem', tabIndex: -1, 'aria-label': label } as const;
  const act = (): void => {
    if (isBusy) return;
    onClose();
    run();
  };
  if (link) {
    // Another tab is not gone to: here nothing changes.
    const follow = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): void => {
      if (!ctrlKey && !metaKey && !shiftKey) act();
    };
    return (
      <Link {...shared} {...link} onClick={follow} className={entryClasses}>
        {icon}
        {text}
      </Link>
    );
  }
  return (
    <button
      {...shared}
      type="button"
      aria-expanded={isOpen}
      aria-disabled={isBusy}
      onClick={act}
      className={joinClasses(entryClasses, isRemoving && 'text-gone')}
    >
      {icon}
      {text}
    </button>
  );
}
