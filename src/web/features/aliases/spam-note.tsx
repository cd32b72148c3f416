import { MailWarning } from 'lucide-react';
import { useEffect, useState } from 'react';
import { dashboardMessages as texts } from '#messages/pages/aliases.tsx';

const storageKey = 'spam-note';
const read = 'read';

function wasRead(): boolean {
  try {
    return localStorage.getItem(storageKey) === read;
  } catch {
    return false;
  }
}

function remember(): void {
  try {
    localStorage.setItem(storageKey, read);
  } catch {
    // Storage may be blocked; it is then gone as long as the page stays.
  }
}

/**
 * Where forwarded mail may be found at first. It goes once it was read, and does not come back to whoever has got mail: not while
 * somebody looks, which would move the list under the pointer.
 */
export function SpamNote({ hasMail, onGone }: { hasMail: boolean; onGone: () => void }) {
  const [isGone, setIsGone] = useState(() => hasMail || wasRead());
  // So that the next page is drawn without it from its first moment.
  useEffect(() => {
    if (hasMail) remember();
  }, [hasMail]);
  if (isGone) return null;
  const dismiss = (): void => {
    remember();
    setIsGone(true);
    onGone();
  };
  return (
    <p className="rounded-box bg-on-wash px-3 py-1 text-note text-on spam-note-read:hidden sm:flex sm:items-center sm:gap-2">
      <MailWarning aria-hidden="true" className="hidden size-4 shrink-0 sm:block" />
      <span className="min-w-0 grow">{texts.spamNote}</span>{' '}
      <button
        type="button"
        onClick={dismiss}
        className="shrink-0 rounded-mark px-1 font-semibold whitespace-nowrap underline underline-offset-2"
      >
        {texts.spamNoteRead}
      </button>
    </p>
  );
}
