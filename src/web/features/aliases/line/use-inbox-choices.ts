import { useQuery } from '@tanstack/react-query';
import type { User } from '#contract/sign-in.ts';
import { accountQuery } from '#web/components/account-query.ts';
import { useAliases } from '#web/features/aliases/alias-calls.ts';

/**
 * Where a new alias may forward to, and what serves it unless something else is chosen: the account's default, else its own
 * email, else the oldest that has agreed, else the oldest.
 */
export function useInboxChoices({ id, email }: User): { inboxes: string[]; first: string } {
  const aliases = useAliases(id).data?.aliases ?? [];
  const chosenId = useQuery(accountQuery).data?.account.defaultTargetId;
  const usable = aliases
    .toReversed()
    .flatMap(({ targets }) => targets)
    .filter(({ state }) => state === 'confirmed' || state === 'pending');
  const inboxes = [...new Set([...(email === null ? [] : [email]), ...usable.map(({ value }) => value)])];
  const chosen = usable.find((target) => target.id === chosenId) ?? null;
  const agreed = usable.find(({ state }) => state === 'confirmed');
  return { inboxes, first: chosen?.value ?? email ?? agreed?.value ?? inboxes[0] ?? '' };
}
