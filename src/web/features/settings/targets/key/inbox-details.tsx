import type { AccountTarget } from '#contract/targets.ts';
import { targetMessages } from '#messages/pages/settings.ts';
import { SwitchRow } from '#web/components/ui/switch.tsx';
import { InboxKey } from '#web/features/settings/targets/key/inbox-key.tsx';
import { type SendingChoice, useChangeTarget } from '#web/features/settings/targets/targets.ts';
import { reportFailure } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

const { maySend, dropKeys, dropSignatures } = targetMessages.sendingOf;

/** About what is sent from an inbox. The last is for those whose provider gives no better proof. */
const choices: readonly { name: SendingChoice; label: string; text: string; warning?: string }[] = [
  { name: 'maySend', ...maySend },
  { name: 'dropKeys', ...dropKeys },
  { name: 'dropSignatures', ...dropSignatures },
  {
    name: 'spfReplies',
    label: targetMessages.spfLabel,
    text: targetMessages.spfText,
    warning: targetMessages.spfWarning,
  },
];

/** What opens beneath an inbox. */
export function InboxDetails({ target, offersReplies }: { target: AccountTarget; offersReplies: boolean }) {
  return (
    <div className="flex flex-col gap-6">
      {offersReplies && choices.map((choice) => <SendingSwitch key={choice.name} target={target} {...choice} />)}
      <InboxKey target={target} />
    </div>
  );
}

function SendingSwitch({ target, name, ...texts }: (typeof choices)[number] & { target: AccountTarget }) {
  const { mutateAsync, isPending, variables } = useChangeTarget(target, name);

  const change = useSingleRun(async (value: boolean) => {
    try {
      await mutateAsync(value);
    } catch (error) {
      reportFailure(error, targetMessages.notSaved, targetMessages.saveFailure);
    }
  });

  return (
    <SwitchRow
      {...texts}
      checked={isPending ? variables : target[name]}
      busy={isPending}
      onChange={(value) => void change(value)}
    />
  );
}
