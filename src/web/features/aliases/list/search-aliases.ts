import type { Alias } from '#contract/aliases.ts';
import { aliasAddress, keptForwardTo } from '#web/features/aliases/alias-state.ts';

export interface IndexedAlias {
  readonly alias: Alias;
  /** All that can be searched, in lower case; no search can hold the line breaks between. */
  readonly text: string;
}

/** Made once for a list, so that a key stroke costs no more than a look through ready text. */
export function indexAliases(aliases: readonly Alias[]): IndexedAlias[] {
  return aliases.map((alias) => ({
    alias,
    text: `${aliasAddress(alias)}\n${keptForwardTo(alias)}\n${alias.notes ?? ''}`.toLowerCase(),
  }));
}

export function searchAliases(index: readonly IndexedAlias[], search: string): Alias[] {
  const term = search.trim().toLowerCase();
  const found = term === '' ? index : index.filter(({ text }) => text.includes(term));
  return found.map(({ alias }) => alias);
}
