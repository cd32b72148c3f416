import { ChevronDown, CircleUser, Mail, Monitor, Moon, Sun, Wallet } from 'lucide-react';
import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import type { User } from '#contract/sign-in.ts';
import { placeMessages as texts } from '#messages/pages/account/places.ts';
import { setTheme, useThemeChoice } from '#web/app/bar/theme.ts';

const methodIcons = { email: Mail, wallet: Wallet, google: CircleUser, passkey: CircleUser };
const shownEachSide = 6;

function identify({ authMethod, email, walletAddress }: User): string {
  const address = walletAddress ?? '';
  if (authMethod === 'wallet' && address !== '') {
    return `${address.slice(0, shownEachSide)}…${address.slice(-shownEachSide)}`;
  }
  return email ?? (address || texts.signedInBy[authMethod]);
}

/** Closes what is open when its reader presses Escape, which leads back to its button, or goes on somewhere else. */
function useDismissal(open: boolean, whole: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    if (!open) return;
    const leave = ({ target }: Event): void => {
      if (target instanceof Node && !whole.current?.contains(target)) close();
    };
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      close();
      whole.current?.querySelector('button')?.focus();
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('pointerdown', leave, { signal });
    document.addEventListener('focusin', leave, { signal });
    document.addEventListener('keydown', press, { signal });
    return () => listening.abort();
  }, [open, whole, close]);
}

/** The identifier, and beneath it what belongs to this browser. */
export function AccountMenu({ user }: { user: User }) {
  const [open, setOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const id = useId();
  const MethodIcon = methodIcons[user.authMethod];
  const [close] = useState(() => () => setOpen(false));
  useDismissal(open, whole, close);

  return (
    <div ref={whole} className="relative min-w-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex h-10 max-w-full items-center gap-2 rounded-box px-1 text-small transition hover:bg-well sm:px-2"
      >
        <span className="sr-only">{texts.account} </span>
        <span role="img" aria-label={texts.signedIn} className="size-2 shrink-0 rounded-full bg-on" />
        <MethodIcon role="img" aria-label={texts.signedInBy[user.authMethod]} className="size-4 shrink-0 text-soft" />
        <span className="max-w-[9rem] truncate sm:max-w-xs">{identify(user)}</span>
        {Number(user.balance) > 0 && (
          <span className="rounded-mark border border-line px-2 text-note font-semibold">
            {texts.balance(user.balance)}
          </span>
        )}
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-soft max-lg:hidden" />
      </button>
      <div
        id={id}
        hidden={!open}
        className="absolute top-full right-0 z-20 mt-1 w-64 animate-fade rounded-box border border-edge bg-sheet p-4"
      >
        {open && (
          <>
            <p className="text-small font-semibold wrap-anywhere">
              {user.email ?? user.walletAddress ?? identify(user)}
            </p>
            <ThemeChoiceField />
          </>
        )}
      </div>
    </div>
  );
}

const themes = [
  ['light', Sun],
  ['dark', Moon],
  ['system', Monitor],
] as const;

function ThemeChoiceField() {
  const choice = useThemeChoice();
  const name = useId();
  return (
    <fieldset className="mt-3 border-t border-line pt-3">
      <legend className="sr-only">{texts.theme}</legend>
      <p aria-hidden="true" className="text-note text-soft">
        {texts.theme}
      </p>
      {themes.map(([theme, Icon]) => (
        <label key={theme} className="flex min-h-10 items-center gap-3 text-small">
          <input
            type="radio"
            name={name}
            className="size-4 accent-amber"
            checked={choice === theme}
            onChange={() => setTheme(theme)}
          />
          <Icon aria-hidden="true" className="size-4 text-soft" />
          {texts.themes[theme]}
        </label>
      ))}
    </fieldset>
  );
}
