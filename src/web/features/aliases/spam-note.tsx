import { MailWarning } from 'lucide-react';
import { useState } from 'react';
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

/** Where forwarded mail may be found at first. It goes once it was read. */
export function SpamNote({ onGone }: { onGone: () => void }) {
  const [isGone, setIsGone] = useState(wasRead);
  if (isGone) return null;
  const dismiss = (): void => {
    try {
      localStorage.setItem(storageKey, read);
    } catch {
      // Storage may be blocked; it is then gone as long as the page stays.
    }
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
