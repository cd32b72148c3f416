import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { AliasTarget } from '#contract/aliases.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

const pendingRefetchMs = 15_000;

/** How far a new account is. Whoever comes back to the window has mostly done something elsewhere. */
export const firstStepsQuery = queryOptions({
  queryKey: [ownKey, 'first-steps'],
  queryFn: ({ signal }) => request('GET /api/account/first-steps', { signal }),
  staleTime: 0,
  refetchOnWindowFocus: true,
  // A mail leaves within seconds; whatever else changes, the list of aliases sees or nobody need see at once.
  refetchInterval: ({ state }) =>
    state.data?.firstSteps.waiting.some(({ mail }) => mail === 'sending') ? pendingRefetchMs : false,
});

/**
 * Inboxes that have just been asked wait from now on. Drawn together with their alias: a line that came when the server is asked
 * again would push the list away under the pointer.
 */
export function showWaiting(client: QueryClient, targets: readonly AliasTarget[]): void {
  const asked = targets.filter(({ kind, state }) => kind === 'email' && state === 'pending');
  client.setQueryData(firstStepsQuery.queryKey, (answer) => {
    if (!answer) return answer;
    const { waiting } = answer.firstSteps;
    const added = asked.filter((target) => !waiting.some(({ id }) => id === target.id));
    if (added.length === 0) return answer;
    const begun = added.map(({ id, value }) => ({ id, value, mail: 'sending' as const }));
    return { firstSteps: { ...answer.firstSteps, waiting: [...waiting, ...begun] } };
  });
}

/** What only this browser knows: steps that were ticked or seen here, and that their list is over. */
export type StepMark = 'test' | 'reply' | 'install' | 'over';

function keyOf(userId: string): string {
  return `first-steps:${userId}`;
}

export function readMarks(userId: string): readonly string[] {
  try {
    return (localStorage.getItem(keyOf(userId)) ?? '').split(' ');
  } catch {
    return [];
  }
}

export function writeMarks(userId: string, marks: readonly string[]): void {
  try {
    localStorage.setItem(keyOf(userId), marks.filter((mark) => mark !== '').join(' '));
  } catch {
    // Storage may be blocked; what was ticked then lasts as long as the page.
  }
}

export function addMark(userId: string, mark: StepMark): void {
  writeMarks(userId, [...new Set([...readMarks(userId), mark])]);
}
