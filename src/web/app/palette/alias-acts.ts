import type { Alias } from '#contract/aliases.ts';
import { findPage } from '#contract/pages.ts';
import { aliasListMessages } from '#messages/pages/aliases.tsx';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { navigate } from '#web/lib/router/navigate.ts';

const patienceMs = 3_000;

/** Types into the search of the list, once it is there: as by hand, so that the list hears of it. */
function searchList(text: string): void {
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  const look = (): boolean => {
    const field = document.querySelector<HTMLInputElement>(`#main input[aria-label="${aliasListMessages.search}"]`);
    if (field === null) return false;
    write?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.focus();
    return true;
  };
  const waiting = new MutationObserver(() => look() && waiting.disconnect());
  if (look()) return;
  waiting.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => waiting.disconnect(), patienceMs);
}

/** To the page of an alias; where there is none, to the list that shows it alone. */
export function openAlias(alias: Alias): void {
  const page = `/aliases/${alias.id}`;
  if (findPage(page) !== null) {
    navigate(page);
    return;
  }
  navigate('/dashboard');
  searchList(aliasAddress(alias));
}
