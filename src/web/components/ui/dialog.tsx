import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { controlMessages } from '#messages/pages/controls.ts';
import { WithAddresses } from '#web/components/email-text.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { holdFocus } from '#web/keep-focus.ts';

interface DialogProps {
  title: ReactNode;
  description: ReactNode;
  onClose: () => void;
  /** What it shows is shown once: only its buttons close it, no click beside it and no Escape. */
  keepOpen?: boolean;
  children: ReactNode;
}

function refuse(event: Event): void {
  event.preventDefault();
}

/** A toast that came meanwhile lies above a dialog for Radix, which then gives Escape to the toast alone. */
export function onEscape(close: () => void) {
  return (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    if (!event.defaultPrevented) close();
  };
}

/** A small window over the page. Drawn only while it is open. */
export function Dialog({ title, description, onClose, keepOpen = false, children }: DialogProps) {
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-30 animate-fade bg-veil" />
        <Radix.Content
          className="fixed top-1/2 left-1/2 z-30 max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 animate-fade overflow-y-auto rounded-box border border-line bg-sheet p-6"
          {...useReturnFocus()}
          onKeyDown={onEscape(() => !keepOpen && onClose())}
          {...(keepOpen && { onEscapeKeyDown: refuse, onInteractOutside: refuse })}
        >
          <div className="flex items-start justify-between gap-4">
            <Radix.Title className="text-lead font-semibold wrap-anywhere">
              <WithAddresses>{title}</WithAddresses>
            </Radix.Title>
            <Radix.Close asChild>
              <IconButton label={controlMessages.close} className="-mt-2 -mr-2">
                <X aria-hidden="true" />
              </IconButton>
            </Radix.Close>
          </div>
          <Radix.Description className="mt-1 text-soft">{description}</Radix.Description>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ReturnFocus {
  readonly onOpenAutoFocus: () => void;
  readonly onCloseAutoFocus: (event: Event) => void;
}

/**
 * Focus management of a dialog without a trigger of its own: the focus goes back to what had it before; when that is gone to
 * `instead`, else to what stands nearest.
 */
export function useReturnFocus(instead?: () => HTMLElement | null): ReturnFocus {
  const giveBack = useRef<ReturnType<typeof holdFocus>>(null);
  return {
    onOpenAutoFocus: () => {
      giveBack.current = holdFocus();
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      const to = giveBack.current?.(instead);
      to?.focus({ preventScroll: to.id === 'main' });
    },
  };
}
