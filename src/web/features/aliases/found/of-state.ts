import type { Alias } from '#contract/aliases.ts';
import type { AliasFilter } from '#contract/aliases/bulk.ts';
import { aliasState, isFailing } from '#web/features/aliases/alias-state.ts';

/** As the server finds them. */
export function isOfState(alias: Alias, state: AliasFilter['state']): boolean {
  if (state === undefined) return true;
  const own = aliasState(alias);
  const isOff = own === 'paused' || own === 'ended';
  if (state === 'failing') return !isOff && isFailing(alias);
  if (state === 'waiting') return own === 'waiting' || own === 'stopped';
  if (state === 'on') return !isOff && own !== 'waiting' && own !== 'stopped';
  return own === state;
}
