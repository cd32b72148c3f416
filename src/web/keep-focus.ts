const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]';

/** Where an element stood: its place among the children of each element around it. */
type Place = readonly { readonly around: Element; readonly at: number }[];

function placeOf(element: Element): Place {
  const place: { around: Element; at: number }[] = [];
  for (let one = element; one.parentElement; one = one.parentElement) {
    place.push({ around: one.parentElement, at: [...one.parentElement.children].indexOf(one) });
  }
  return place;
}

function canTakeFocus(element: Element): element is HTMLElement {
  return element instanceof HTMLElement && element.checkVisibility() && element.tabIndex >= 0;
}

function findIn(element: Element | undefined): HTMLElement | null {
  if (element === undefined) return null;
  if (element.matches(focusable) && canTakeFocus(element)) return element;
  return [...element.querySelectorAll(focusable)].find(canTakeFocus) ?? null;
}

/** What stands nearest to where something was: in its place, before it, or around it; at last the page. */
function findNear(place: Place): HTMLElement | null {
  for (const { around, at } of place) {
    if (!around.isConnected) continue;
    // What stood beside the page, as a dialog does, has nothing near it: the first of the page is its link to skip it.
    if (around.id === 'main' || around === document.body) break;
    const found = findIn(around.children[at]) ?? findIn(around.children[at - 1]) ?? findIn(around);
    if (found) return found;
  }
  return document.getElementById('main');
}

/** What had the focus last, though it may be switched off or gone by now, and where it stood. */
let last: HTMLElement | null = null;
let place: Place = [];
/** The same of what had it before the dialog that is open, or that gives way to the next one now: its own button is gone by then. */
let held: { readonly holder: HTMLElement | null; readonly stood: Place } = { holder: null, stood: [] };

/**
 * Says later what gets back the focus that a dialog takes: what has it, or had it until it was switched off; where that is gone
 * `instead`, else what stands nearest, at last the page.
 */
export function holdFocus(): (instead?: () => HTMLElement | null) => HTMLElement | null {
  const active = document.activeElement;
  if (active instanceof HTMLElement && active !== document.body) held = { holder: active, stood: placeOf(active) };
  else if (last?.isConnected !== false) held = { holder: last, stood: last === null ? [] : place };
  const { holder, stood } = held;
  return (instead) => (holder?.isConnected ? holder : (instead?.() ?? findNear(stood)));
}

/**
 * Focus never falls to the body: where what had it is taken away or hidden, what stands in its place gets it, and what was switched
 * off for a moment gets it back. Whoever moves it on purpose comes first. A click beside everything is left alone.
 */
export function keepFocus(): void {
  let waiting = false;

  const look = (): void => {
    waiting = false;
    if (last === null || document.activeElement !== document.body) return;
    if (!last.isConnected || !last.checkVisibility()) findNear(place)?.focus({ preventScroll: true });
    else if (!last.matches(':disabled')) last.focus({ preventScroll: true });
  };
  /** After all that was begun already, such as the end of a dialog. */
  const lookLater = (): void => {
    if (waiting || last === null || document.activeElement !== document.body) return;
    waiting = true;
    setTimeout(look);
  };
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    last = target;
    place = placeOf(target);
  });
  document.addEventListener('pointerdown', ({ target }) => {
    const isBeside = target instanceof Element && target.closest(`${focusable}, label`) === null;
    if (isBeside) last = null;
  });
  new MutationObserver(lookLater).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'style'],
  });
}
