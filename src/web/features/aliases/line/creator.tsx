import { Suspense, useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { CreateAliasInput } from '#contract/aliases.ts';
import type { User } from '#contract/sign-in.ts';
import { aliasFormMessages, createLineMessages as texts } from '#messages/pages/aliases.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { TextButton } from '#web/components/ui/link-button.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { CreateLine } from '#web/features/aliases/line/create-line.tsx';
import { PartNotLoaded } from '#web/components/ui/part-not-loaded.tsx';
import { whenSeen } from '#web/lib/hydration.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useLocation } from '#web/lib/router/place.ts';

const CreateAliasForm = lazyPart(
  async () => (await import('#web/features/aliases/create-alias-form.tsx')).CreateAliasForm,
  PartNotLoaded,
);

/** `#create-alias` in the address leads to the name, after all that a new page does to the focus. */
function useArrivalAtName(field: RefObject<HTMLInputElement | null>): void {
  const { hash, visit } = useLocation();
  useEffect(() => {
    if (hash !== '#create-alias') return;
    let isOver = false;
    void whenSeen.then(() => setTimeout(() => isOver || field.current?.focus()));
    return () => void (isOver = true);
  }, [hash, visit, field]);
}

/** Makes aliases: by one line, which *More* unfolds to the whole form. */
export function Creator({ user }: { user: User }) {
  const [start, setStart] = useState<CreateAliasInput | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useArrivalAtName(field);
  if (start === null) {
    return (
      <Card aria-labelledby="create-alias" className="px-3 py-2 sm:px-4">
        <h2 id="create-alias" className="sr-only">
          {aliasFormMessages.title}
        </h2>
        <CreateLine user={user} field={field} onMore={setStart} />
      </Card>
    );
  }
  const fold = (): void => {
    flushSync(() => setStart(null));
    field.current?.focus();
  };
  return (
    <Card aria-labelledby="create-alias" className="p-5 sm:p-6">
      <div className="mb-5 flex items-baseline justify-between gap-4">
        <h2 id="create-alias" className="text-lead font-semibold">
          {aliasFormMessages.title}
        </h2>
        <TextButton aria-label={texts.lessOf} onClick={fold}>
          {texts.less}
        </TextButton>
      </div>
      <Suspense fallback={<Waiting text={texts.loading} />}>
        <CreateAliasForm user={user} start={start} />
      </Suspense>
    </Card>
  );
}
