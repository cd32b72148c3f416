import { useState, type ReactNode } from 'react';
import type { Alias } from '#contract/aliases.ts';
import { aliasPageMessages as texts } from '#messages/pages/alias/alias-page.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { isPaused } from '#web/features/aliases/alias-state.ts';
import { PostFault, useTestOfAlias } from '#web/lib/calls/inbox-posts.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { isFrame } from '#web/lib/page-facts.ts';
import { Link } from '#web/lib/router/link.tsx';

/** Only where mail comes in by this program. */
export function TestSlot({ alias }: { alias: Alias }) {
  const config = useConfig();
  const isOffered = isFrame || config?.provider === 'builtin';
  return isOffered && <SendTest alias={alias} preview={config?.preview ?? false} />;
}

/** Lets somebody write to an alias, and says what became of that; in preview with the way to the inbox where it stops. */
function SendTest({ alias, preview }: { alias: Alias; preview: boolean }) {
  const { mutate, isPending, isSuccess, error } = useTestOfAlias();
  const [wasPaused, setWasPaused] = useState(false);
  const send = (): void => {
    if (isPending) return;
    setWasPaused(isPaused(alias));
    mutate(alias.id);
  };
  const tested = preview ? texts.tested(inboxLink) : texts.testedByMail;
  const unconfirmed = preview ? texts.testUnconfirmed(inboxLink) : texts.testUnconfirmedByMail;
  return (
    <>
      <Button look="plain" size="small" aria-disabled={isPending} onClick={send}>
        {isPending ? texts.sending : texts.sendTest}
      </Button>
      {/* Its line is there before its words are. */}
      <p role="status" className="min-h-5 basis-full text-small">
        {isSuccess && (wasPaused ? texts.testDropped : tested)}
        {error !== null && (
          <span className="text-gone">
            {error instanceof PostFault && error.fault === 'unconfirmed' ? unconfirmed : error.message}
          </span>
        )}
      </p>
    </>
  );
}

function inboxLink(words: string): ReactNode {
  return (
    <Link to="/inbox" className="font-semibold text-ink underline underline-offset-2">
      {words}
    </Link>
  );
}
