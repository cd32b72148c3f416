import type { Browser } from '#extension/lib/browser.ts';

/** What became of a field. */
export type Filled = 'filled' | 'no-field' | 'refused';

/**
 * Puts an address into the field that has the cursor. Runs in the page, apart from its scripts, so it uses nothing from around it.
 * `host`: where the address is for. If the tab has gone elsewhere since, nothing is written.
 */
function fillFocused(address: string, host: string): 'filled' | 'no-field' {
  if (location.hostname !== host) return 'no-field';
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  const field = focused;
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  const kinds = ['email', 'search', 'tel', 'text', 'textarea', 'url'];
  if (!isField || !kinds.includes(field.type) || !field.matches(':read-write')) return 'no-field';
  field.value = address;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  return 'filled';
}

interface Place {
  readonly tabId: number;
  readonly host: string;
  /** Where the menu was opened; left out: the page itself. */
  readonly frameId?: number | undefined;
}

/** Fills the field of a page that has the cursor. `refused`: the browser lets nobody into this page. */
export async function fillField(browser: Browser, { tabId, host, frameId }: Place, address: string): Promise<Filled> {
  try {
    const target = { tabId, ...(frameId !== undefined && { frameIds: [frameId] }) };
    const [done] = await browser.scripting.executeScript({ target, func: fillFocused, args: [address, host] as const });
    return done?.result ?? 'no-field';
  } catch {
    return 'refused';
  }
}
