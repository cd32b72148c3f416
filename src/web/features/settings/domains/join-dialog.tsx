import { memberMessages as texts } from '#messages/pages/account/domains.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { joinDomain } from '#web/features/settings/domains/domains.ts';
import { showToast } from '#web/lib/toast.ts';

/** Whoever opened a link to a domain is asked before the account becomes a member of it. */
export function JoinDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const { change, isPending } = useAccountChange({
    send: joinDomain,
    onDone: ({ message }) => {
      showToast({ title: message });
      onClose();
    },
    failure: texts.joinFailure,
  });
  return (
    <Dialog title={texts.joinTitle} description={texts.joinDescription} onClose={onClose}>
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button look="plain" disabled={isPending} onClick={onClose}>
          {texts.notNow}
        </Button>
        <Button disabled={isPending} onClick={() => void change(token)}>
          {isPending ? texts.joining : texts.join}
        </Button>
      </div>
    </Dialog>
  );
}
