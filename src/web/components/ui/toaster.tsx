import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
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

/** Draws the one toast that is held. Top of the screen on small screens, bottom right on larger ones. */
export function Toaster() {
  const held = useHeldToast();
  const destructive = held?.tone === 'destructive';
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
          <span
            aria-hidden="true"
            className={joinClasses('mt-2 size-2 shrink-0 rounded-full', destructive ? 'bg-gone' : 'bg-amber')}
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
      <Toast.Viewport className="fixed inset-x-0 top-0 z-40 mx-auto max-w-[420px] p-4 sm:inset-x-auto sm:top-auto sm:right-0 sm:bottom-(--bar) sm:w-full" />
    </Toast.Provider>
  );
}
