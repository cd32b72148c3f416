import { useQueryClient } from '@tanstack/react-query';
import { use, useState } from 'react';
import type { Alias } from '#contract/aliases.ts';
import { aliasMessages as texts } from '#messages/pages/aliases.tsx';
import { Switch } from '#web/components/ui/switch.tsx';
import { switchAlias } from '#web/features/aliases/alias-calls.ts';
import { aliasAddress, aliasState, isPaused, type AliasState } from '#web/features/aliases/alias-state.ts';
import { FrozenContext } from '#web/features/aliases/frozen.ts';
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
  /** What it is being switched to. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  const state = aliasState(alias);
  const isFrozen = use(FrozenContext);
  const address = aliasAddress(alias);

  const change = useSingleRun(async (active: boolean) => {
    setWanted(active);
    try {
      await switchAlias(client, alias, active);
    } finally {
      setWanted(null);
    }
  });

  return (
    <div className="flex shrink-0 items-center gap-2">
      {state !== 'ended' && !isFrozen && (
        <Switch
          label={texts.toggle(address)}
          checked={wanted ?? !isPaused(alias)}
          busy={wanted !== null}
          onChange={(active) => void change(active)}
        />
      )}
      <span className={`text-note font-medium ${isFrozen ? 'text-gone' : colors[state]}`}>
        {isFrozen ? texts.suspended : texts.states[state]}
      </span>
    </div>
  );
}
