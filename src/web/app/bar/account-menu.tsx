import { useQuery } from '@tanstack/react-query';
import { ChevronDown, CircleUser, Mail, Monitor, Moon, Search, Sun, Wallet } from 'lucide-react';
import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import type { User } from '#contract/sign-in.ts';
import { languageMessages } from '#messages/head.ts';
import { placeMessages as texts } from '#messages/pages/account/places.ts';
import { paletteMessages } from '#messages/pages/account/palette.ts';
import { setTheme, useThemeChoice } from '#web/app/bar/theme.ts';
import { LanguageChoice } from '#web/app/language-choice.tsx';
import { accountQuery } from '#web/components/account-query.ts';
import { RoundPicture } from '#web/components/ui/round-picture.tsx';

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

interface AccountMenuProps {
  user: User;
  /** Opens what the bar has a button for where there is room. */
  onSearch: (() => void) | null;
}

/** The identifier, and beneath it what belongs to this browser. */
export function AccountMenu({ user, onSearch }: AccountMenuProps) {
  const [open, setOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const id = useId();
  const MethodIcon = methodIcons[user.authMethod];
  const [close] = useState(() => () => setOpen(false));
  useDismissal(open, whole, close);
  const search = (): void => {
    close();
    // The menu goes, so that the focus comes back to its button.
    whole.current?.querySelector('button')?.focus();
    onSearch?.();
  };

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
        <span role="img" aria-label={texts.signedIn} className="dot size-2 shrink-0 rounded-full bg-on" />
        <MethodIcon role="img" aria-label={texts.signedInBy[user.authMethod]} className="size-4 shrink-0 text-soft" />
        <OwnPicture user={user} />
        <span className="max-w-[9rem] truncate in-frame:skeleton sm:max-w-xs">{identify(user)}</span>
        <Balance of={user.balance} />
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-soft" />
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
            {onSearch && (
              <button
                type="button"
                onClick={search}
                className="mt-3 -ml-2 flex min-h-10 w-full items-center gap-3 rounded-box px-2 text-small font-medium hover:bg-well md:hidden"
              >
                <Search aria-hidden="true" className="size-4 text-soft" />
                {paletteMessages.openInMenu}
              </button>
            )}
            <ThemeChoiceField />
            <LanguageField />
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

function LanguageField() {
  return (
    <>
      <p aria-hidden="true" className="mt-3 border-t border-line pt-3 text-note text-soft">
        {languageMessages.title}
      </p>
      <LanguageChoice className="text-small" />
    </>
  );
}

function OwnPicture({ user: { leavingUntil, waitingSince } }: { user: User }) {
  // Whoever is leaving, or waits for the operator, is told nothing of the account.
  const { data } = useQuery({ ...accountQuery, enabled: (leavingUntil ?? waitingSince) === undefined });
  return <RoundPicture url={data?.account.pictureUrl ?? null} alt="" className="size-6" />;
}

/** What an account has, where it has anything. */
function Balance({ of }: { of: string }) {
  if (Number(of) <= 0) return null;
  return <span className="rounded-mark border border-line px-2 text-note font-semibold">{texts.balance(of)}</span>;
}
