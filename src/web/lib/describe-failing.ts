import type { AliasTarget } from '#contract/aliases.ts';

/** Since when a target takes no mail, in the reader's way to write days; null for one that does. */
export function describeFailing(
  { kind, failingSince }: Pick<AliasTarget, 'kind' | 'failingSince'>,
  locale?: string,
): string | null {
  if (failingSince === null) return null;
  const day = new Date(failingSince).toLocaleDateString(locale, { day: 'numeric', month: 'short' });
  return `${kind === 'email' ? 'Refuses mail' : 'Failing'} since ${day}`;
}
