import type { ReactNode } from 'react';
import { LoaderCircle } from 'lucide-react';
import { controlMessages } from '#messages/pages/controls.ts';
import { shellMessages } from '#messages/pages/shell.ts';
import { isFrame } from '#web/lib/page-facts.ts';

/** A quiet wait inside a page. */
export function Waiting({ text }: { text: string }) {
  if (isFrame) return <div className="h-20 skeleton" />;
  return (
    <p role="status" data-waits className="flex items-center justify-center gap-3 p-12 text-soft">
      <LoaderCircle aria-hidden="true" className="size-5 animate-spin" />
      {text}
    </p>
  );
}

/** Shown while it is not known yet what the page will be. As high as the window: what follows must not jump into view. */
export function FullScreenWaiting() {
  return (
    <div className="grid min-h-dvh flex-1 place-items-center">
      <h1 className="sr-only">{shellMessages.brand}</h1>
      <Waiting text={controlMessages.loading} />
    </div>
  );
}

/** Around what takes the place of `FullScreenWaiting`: as high as that, so that nothing below it moves. */
export function AfterWaiting({ children }: { children: ReactNode }) {
  return <div className="flex min-h-dvh flex-1 flex-col">{children}</div>;
}
