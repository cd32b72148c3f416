import { useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { Alias } from '#contract/aliases.ts';
import { aliasMessages as texts } from '#messages/pages/aliases.tsx';
import { Switch } from '#web/components/ui/switch.tsx';
import { useToggleAlias } from '#web/features/aliases/alias-calls.ts';
import { aliasAddress, aliasState, isPaused, type AliasState } from '#web/features/aliases/alias-state.ts';
import { FrozenContext } from '#web/features/aliases/frozen.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { undoAction } from '#web/lib/aliases/undo.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

const colors: Readonly<Record<AliasState, string>> = {
  on: 'text-on',
  failing: 'text-gone',
  waiting: 'text-amber-deep',
  stopped: 'text-soft',
  paused: 'text-soft',
  ended: 'text-soft',
  settingUp: 'text-amber-deep',
  notLive: 'text-gone',
  domainOff: 'text-soft',
  domainUnverified: 'text-gone',
  ownersRole: 'text-gone',
};

/** Whether an alias takes mail, and the way to change that. */
export function AliasSwitch({ alias }: { alias: Alias }) {
  const client = useQueryClient();
  const toggle = useToggleAlias(alias);
  const state = aliasState(alias);
  const isFrozen = use(FrozenContext);
  const address = aliasAddress(alias);
  const isOn = toggle.isPending ? toggle.variables : !isPaused(alias);

  const change = useSingleRun(async (active: boolean) => {
    try {
      const { message, undo } = await toggle.mutateAsync(active);
      showToast({
        title: message.includes('activated') ? texts.activated : texts.paused,
        description: active ? texts.activatedDescription(address) : texts.pausedDescription(address),
        ...undoAction(client, undo),
      });
    } catch (error) {
      reportFailure(error, texts.notToggled, texts.toggleFailure);
    }
  });

  return (
    <div className="flex shrink-0 items-center gap-2">
      {state !== 'ended' && !isFrozen && (
        <Switch
          label={texts.toggle(address)}
          checked={isOn}
          busy={toggle.isPending}
          onChange={(active) => void change(active)}
        />
      )}
      <span className={`text-note font-medium ${isFrozen ? 'text-gone' : colors[state]}`}>
        {isFrozen ? texts.suspended : texts.states[state]}
      </span>
    </div>
  );
}
