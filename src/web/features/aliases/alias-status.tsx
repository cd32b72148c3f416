import type { Alias } from '#contract/aliases.ts';
import { Chip } from '#web/components/ui/chip.tsx';
import { aliasState, type AliasState } from '#web/features/aliases/alias-state.ts';

const looks = {
  on: { tone: 'on', text: 'On' },
  waiting: { tone: 'waiting', text: 'Waiting' },
  stopped: { tone: 'off', text: 'Stopped' },
  paused: { tone: 'off', text: 'Paused' },
} as const satisfies Record<AliasState, object>;

export const AliasStatus = ({ alias }: { alias: Alias }) => {
  const { tone, text } = looks[aliasState(alias)];
  return <Chip tone={tone}>{text}</Chip>;
};
