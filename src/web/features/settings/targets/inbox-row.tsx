import { useState } from 'react';
import type { AccountTarget } from '#contract/targets.ts';
import { targetMessages } from '#messages/pages/settings.ts';
import { inboxAddressMessages as texts } from '#messages/pages/targets.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { settingsPart } from '#web/features/settings/settings-part.tsx';
import { keepAddress, showTargets, useTargets } from '#web/features/settings/targets/targets.ts';
import { TargetRow } from '#web/features/settings/targets/target-row.tsx';
import { useConfig } from '#web/lib/get-config.ts';
import { nameControl } from '#web/lib/name-control.ts';
import { useSendConfirmation } from '#web/lib/targets.ts';
import { showToast } from '#web/lib/toast.ts';

interface InboxRowProps {
  target: AccountTarget;
  onRemove: () => void;
}

/** Most visits open none. */
const InboxDetails = settingsPart(
  async () => (await import('#web/features/settings/targets/key/inbox-details.tsx')).InboxDetails,
);

const AddressDialog = settingsPart(
  async () => (await import('#web/features/settings/targets/address-dialog.tsx')).AddressDialog,
);

/** Whether it is to have another address, and what is said of that beside it and beside the one that comes in its place. */
function useReplacement({ id, replaces }: AccountTarget): { note: string | null; isChanging: boolean } {
  const targets = useTargets().data?.targets ?? [];
  const next = targets.find((one) => one.replaces === id);
  if (next !== undefined) return { note: texts.waits(next.value), isChanging: true };
  const former = targets.find((one) => one.id === replaces);
  return { note: former === undefined ? null : texts.takesPlace(former.value), isChanging: false };
}

/** An inbox among the targets; its key and how its replies are proven open beneath it, once it agreed to get mail. */
export function InboxRow({ target, onRemove }: InboxRowProps) {
  const { replies: offersReplies = false, encryption = false } = useConfig()?.features ?? {};
  const { note, isChanging } = useReplacement(target);
  return (
    <TargetRow
      target={target}
      note={note}
      actions={
        <>
          {target.state === 'pending' && <SendAgainButton target={target} />}
          {isChanging && <KeepButton target={target} />}
          {note === null && <ChangeButton target={target} />}
        </>
      }
      details={
        target.state === 'confirmed' && encryption && <InboxDetails target={target} offersReplies={offersReplies} />
      }
      onRemove={onRemove}
    />
  );
}

function ChangeButton({ target }: { target: AccountTarget }) {
  const [changing, setChanging] = useState(false);
  if (target.state === 'stopped') return null;
  return (
    <>
      <Button
        look="plain"
        size="small"
        aria-label={nameControl(texts.change, target.value)}
        onClick={() => setChanging(true)}
      >
        {texts.change}
      </Button>
      {changing && <AddressDialog target={target} onClose={() => setChanging(false)} />}
    </>
  );
}

function SendAgainButton({ target }: { target: AccountTarget }) {
  const { send, isPending } = useSendConfirmation();
  return (
    <Button
      look="plain"
      size="small"
      disabled={isPending}
      aria-label={nameControl(targetMessages.sendAgain, target.value)}
      onClick={() => void send(target.id)}
    >
      {isPending ? targetMessages.sending : targetMessages.sendAgain}
    </Button>
  );
}

function KeepButton({ target: { id, value } }: { target: AccountTarget }) {
  const { change, isPending } = useAccountChange({
    send: () => keepAddress(id),
    onDone: ({ message }) => showToast({ title: message }),
    failure: texts.failure,
    show: showTargets,
  });
  return (
    <Button
      look="plain"
      size="small"
      disabled={isPending}
      aria-label={nameControl(texts.keep, value)}
      onClick={() => void change(undefined)}
    >
      {texts.keep}
    </Button>
  );
}
