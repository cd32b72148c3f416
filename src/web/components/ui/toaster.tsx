import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { controlMessages } from '#messages/pages/controls.ts';
import { Button } from '#web/components/ui/button.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import { dismissToast, useHeldToast, type ToastText } from '#web/lib/toast.ts';

const plainMs = 5_000;
const destructiveMs = 7_000;
/** Time to read, decide and get there by keyboard. It stands still while the pointer or the focus is on the toast. */
const actionMs = 15_000;

function durationOf({ tone, action }: ToastText): number {
  if (action !== undefined) return actionMs;
  return tone === 'destructive' ? destructiveMs : plainMs;
}

/** What a toast speaks of: the row or the form where its reader is, else what has the focus. */
function findSubject(): Element | null {
  const active = document.activeElement;
  if (active === null || active === document.body || active.id === 'main') return null;
  return active.closest('[data-alias], [role="row"], tr, form') ?? active;
}

function overlap(one: DOMRect, other: DOMRect): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** A toast never covers what it reports: where it would, it stands at the other end of the screen. */
function useSide() {
  const list = useRef<HTMLOListElement>(null);
  const [isAside, setIsAside] = useState(false);
  const look = useCallback((): void => {
    if (!list.current) return;
    list.current.dataset['aside'] = 'false';
    const toast = list.current.getBoundingClientRect();
    const subject = findSubject()?.getBoundingClientRect();
    const isCovered = subject !== undefined && overlap(toast, subject);
    list.current.dataset['aside'] = String(isCovered);
    setIsAside(isCovered);
  }, []);
  return { list, isAside, look };
}

/** Inside the toast: it is drawn after the list that it stands in, which until then is as high as its edge. */
function WhenDrawn({ look }: { look: () => void }) {
  useLayoutEffect(look, [look]);
  return null;
}

/**
 * Draws the one toast that is held. On small screens at the top, below the head of the page as long as that is in view; bottom right on
 * larger ones. What it offers to take back waits below the veil of a dialog that is opened meanwhile.
 */
export function Toaster() {
  const held = useHeldToast();
  const destructive = held?.tone === 'destructive';
  const { list, isAside, look } = useSide();
  return (
    <Toast.Provider swipeDirection="right" swipeThreshold={50}>
      {held && (
        <Toast.Root
          key={held.id}
          open={held.open}
          onOpenChange={(open) => !open && dismissToast(held.id)}
          duration={durationOf(held)}
          className={joinClasses(
            'flex items-start gap-3 rounded-box border bg-sheet p-4 pr-2 data-[state=open]:animate-rise',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=end]:opacity-0',
            destructive ? 'border-gone' : 'border-edge',
          )}
        >
          <WhenDrawn look={look} />
          <span
            aria-hidden="true"
            className={joinClasses('dot mt-2 size-2 shrink-0 rounded-full', destructive ? 'bg-gone' : 'bg-amber')}
          />
          <div className="min-w-0 flex-1">
            <Toast.Title className="font-semibold">{held.title}</Toast.Title>
            {held.description && (
              <Toast.Description className="text-small break-words text-soft">{held.description}</Toast.Description>
            )}
          </div>
          {held.action && (
            <Toast.Action asChild altText={held.action.elsewhere} onClick={held.action.run}>
              <Button look="plain" size="small" className="shrink-0 self-center">
                {held.action.text}
              </Button>
            </Toast.Action>
          )}
          <Toast.Close
            aria-label={controlMessages.close}
            className="inline-flex size-8 shrink-0 items-center justify-center rounded-box text-soft hover:bg-well hover:text-ink"
          >
            <X className="size-4" aria-hidden="true" />
          </Toast.Close>
        </Toast.Root>
      )}
      <div className={joinClasses('sticky top-0 h-0', held?.action ? 'z-25' : 'z-40')}>
        <Toast.Viewport
          ref={list}
          data-aside={isAside}
          className={joinClasses(
            'absolute inset-x-0 mx-auto max-w-[420px] p-4 sm:fixed sm:inset-x-auto sm:right-0 sm:w-full',
            'top-0 data-[aside=true]:fixed data-[aside=true]:top-auto data-[aside=true]:bottom-(--bar)',
            'sm:top-auto sm:bottom-(--bar) sm:data-[aside=true]:top-0 sm:data-[aside=true]:bottom-auto',
          )}
        />
      </div>
    </Toast.Provider>
  );
}
