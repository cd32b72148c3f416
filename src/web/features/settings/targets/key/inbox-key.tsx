import { useState } from 'react';
import type { AccountTarget } from '#contract/targets.ts';
import { inboxKeyMessages as texts } from '#messages/pages/account/inbox-keys.ts';
import { Button } from '#web/components/ui/button.tsx';
import { ConfirmDialog } from '#web/features/settings/settings-part.tsx';
import { KeyFacts } from '#web/features/settings/targets/key/key-facts.tsx';
import { KeyForm } from '#web/features/settings/targets/key/key-form.tsx';
import { useRemoveKey } from '#web/features/settings/targets/key/key-calls.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** The key by which mail to an inbox is encrypted: shown, given, replaced, removed. */
export function InboxKey({ target }: { target: AccountTarget }) {
  const [giving, setGiving] = useState(false);
  const [nowMs] = useState(() => new Date().getTime());
  const { key } = target;
  return (
    <section className="flex flex-col items-start gap-3">
      <h3 className="text-small font-semibold">{texts.title}</h3>
      <p className="text-small text-soft">{texts.description}</p>
      {key !== null && !giving && (
        <>
          <KeyFacts shown={key} nowMs={nowMs} />
          <KeyButtons target={target} onReplace={() => setGiving(true)} />
        </>
      )}
      {(key === null || giving) && <KeyForm target={target} nowMs={nowMs} onDone={() => setGiving(false)} />}
      <p className="text-note text-soft">{texts.own}</p>
    </section>
  );
}

function KeyButtons({ target, onReplace }: { target: AccountTarget; onReplace: () => void }) {
  const [asking, setAsking] = useState(false);
  const { mutateAsync, isPending } = useRemoveKey(target);
  const remove = useSingleRun(async () => {
    try {
      const { message } = await mutateAsync();
      showToast({ title: message });
    } catch (error) {
      reportFailure(error, texts.notDone, texts.failure);
    }
    setAsking(false);
  });
  return (
    <div className="flex flex-wrap gap-2">
      <Button look="plain" size="small" onClick={onReplace}>
        {texts.replace}
      </Button>
      <Button look="removing" size="small" onClick={() => setAsking(true)}>
        {texts.remove}
      </Button>
      {asking && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && !isPending && setAsking(false)}
          title={texts.removeTitle}
          description={texts.removeDescription}
          cancelText={texts.keep}
          confirmText={texts.removeIt}
          busyText={texts.removing}
          busy={isPending}
          onConfirm={() => void remove()}
        />
      )}
    </div>
  );
}
