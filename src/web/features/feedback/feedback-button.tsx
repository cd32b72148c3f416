import { MessageSquare } from 'lucide-react';
import { Suspense, useState } from 'react';
import { footerMessages } from '#messages/pages/shell.ts';
import { withToaster } from '#web/components/ui/toasts.tsx';
import type { FeedbackDialogProps } from '#web/features/feedback/feedback-dialog.tsx';
import { useConfig } from '#web/lib/get-config.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useLocation } from '#web/lib/router/place.ts';

function NotLoaded({ open }: FeedbackDialogProps) {
  return (
    open && (
      <p
        role="alert"
        className="fixed right-4 bottom-[calc(5rem+var(--bar))] z-20 rounded-box border border-edge bg-sheet p-4 text-small"
      >
        {footerMessages.feedbackNotLoaded}
      </p>
    )
  );
}

const FeedbackDialog = lazyPart(
  async () => (await withToaster(import('#web/features/feedback/feedback-dialog.tsx'))).FeedbackDialog,
  NotLoaded,
);

/**
 * Floats at the end of the window, clear of the page beside it. Where the page leaves no room there it does so over the footer alone: it
 * would lie on what is operated.
 */
const classes =
  'bottom-[calc(1rem+var(--bar))] flex h-11 min-w-11 items-center justify-center gap-2 rounded-full border border-edge bg-sheet ' +
  'text-small font-semibold transition-colors hover:bg-well min-[80rem]:fixed min-[80rem]:right-4 min-[80rem]:z-20 min-[96rem]:px-4 ' +
  'print:hidden max-[80rem]:sticky max-[80rem]:mr-4 max-[80rem]:mb-[calc(1rem+var(--bar))] max-[80rem]:ml-auto';

/** On every page: to the operator's feedback board where there is one, else our own small form. */
export function FeedbackButton() {
  const { pathname } = useLocation();
  const [lastPathname, setLastPathname] = useState(pathname);
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const board = useConfig()?.links.feedback;
  // On another page, as after going back, it is closed; what was typed stays.
  if (lastPathname !== pathname) {
    setLastPathname(pathname);
    setOpen(false);
  }
  const content = (
    <>
      <MessageSquare aria-hidden="true" className="size-4" />
      {/* Only the drawing where there is little room; the name stays. */}
      <span className="max-[96rem]:sr-only">{footerMessages.feedback}</span>
    </>
  );
  if (board) {
    return (
      <a href={board} target="_blank" rel="noopener noreferrer" className={classes}>
        {content}
      </a>
    );
  }
  const show = (): void => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      <button type="button" onClick={show} className={classes}>
        {content}
      </button>
      {wanted && (
        <Suspense>
          <FeedbackDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
