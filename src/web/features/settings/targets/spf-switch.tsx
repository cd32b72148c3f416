import type { AccountTarget } from '#contract/targets.ts';
import { SwitchRow } from '#web/components/ui/switch-row.tsx';
import { useChangeSpfReplies } from '#web/features/settings/targets/targets.ts';
import { reportFailure } from '#web/lib/report-failure.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** For inboxes whose provider gives no better proof. */
export function SpfSwitch({ target }: { target: AccountTarget }) {
  const { mutateAsync, isPending, variables } = useChangeSpfReplies(target);

  const change = useSingleRun(async (spfReplies: boolean) => {
    try {
      await mutateAsync(spfReplies);
    } catch (error) {
      reportFailure(error, 'Not Saved', 'The setting could not be saved');
    }
  });

  return (
    <SwitchRow
      label="Provider does not sign mail: prove replies by SPF alone"
      text="Only if your replies are refused. SPF shows which server sent a reply; a DKIM signature shows that nobody changed it."
      warning="A provider that lets its customers send under any address lets them reply as you."
      checked={isPending ? variables : target.spfReplies}
      busy={isPending}
      onChange={(spfReplies) => void change(spfReplies)}
    />
  );
}
