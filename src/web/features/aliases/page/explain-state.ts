import type { Alias } from '#contract/aliases.ts';
import { providerFaults } from '#messages/faults.ts';
import { aliasPageMessages } from '#messages/pages/alias/alias-page.tsx';
import { lifeMessages } from '#messages/pages/lives/lives.ts';
import { aliasState, takesMail } from '#web/features/aliases/alias-state.ts';

const texts = aliasPageMessages.reasons;

/** Why an alias stands as it does, and what becomes of its mail. `isSuspended`: so is all of the account. */
export function explainState(alias: Alias, isSuspended: boolean): string {
  if (isSuspended) return texts.suspended;
  const state = aliasState(alias);
  switch (state) {
    case 'on': {
      const taking = alias.targets.filter(takesMail).length;
      const all = alias.targets.length;
      return taking === all ? texts.on(all) : texts.partly(taking, all);
    }
    case 'ended':
      return lifeMessages.endedMeans;
    case 'notLive': {
      const { providerState } = alias;
      return providerState in providerFaults ? providerFaults[providerState as keyof typeof providerFaults] : '';
    }
    case 'paused':
      return alias.providerState === 'absent' ? texts.pausedRefuses : texts.paused;
    default:
      return texts[state];
  }
}
