import type { Alias } from '#contract/aliases.ts';
import { Switch } from '#web/components/ui/switch.tsx';
import { aliasAddress, aliasState, isPaused, type AliasState } from '#web/features/aliases/alias-state.ts';
import { useToggleAlias } from '#web/features/aliases/alias-calls.ts';
import { reportFailure } from '#web/lib/report-failure.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

const words = {
  on: { text: 'On', classes: 'text-on' },
  waiting: { text: 'Waiting', classes: 'text-amber-deep' },
  stopped: { text: 'Stopped', classes: 'text-soft' },
  paused: { text: 'Paused', classes: 'text-soft' },
  settingUp: { text: 'Setting up', classes: 'text-amber-deep' },
  notLive: { text: 'Not live', classes: 'text-gone' },
} as const satisfies Record<AliasState, object>;

/** Whether an alias takes mail, and the way to change that. */
export function AliasSwitch({ alias }: { alias: Alias }) {
  const toggle = useToggleAlias(alias);
  const { text, classes } = words[aliasState(alias)];
  const isOn = toggle.isPending ? toggle.variables : !isPaused(alias);

  const change = useSingleRun(async (active: boolean) => {
    try {
      const { message } = await toggle.mutateAsync(active);
      showToast({
        title: message.includes('activated') ? 'Alias Activated' : 'Alias Paused',
        description: active
          ? `Mail to ${aliasAddress(alias)} is forwarded again.`
          : `Mail to ${aliasAddress(alias)} is silently dropped.`,
      });
    } catch (error) {
      reportFailure(error, 'Toggle Failed', 'Failed to toggle alias');
    }
  });

  return (
    <div className="flex items-center gap-2">
      <Switch
        label={`Forward mail to ${aliasAddress(alias)}`}
        checked={isOn}
        busy={toggle.isPending}
        onChange={(active) => void change(active)}
      />
      <span className={`text-note font-medium ${classes}`}>{text}</span>
    </div>
  );
}
