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

/** What has or had the focus, though it may be switched off or gone by now. */
interface Holder {
  readonly element: HTMLElement | null;
  readonly place: Place;
  readonly isInDialog: boolean;
}

const nobody: Holder = { element: null, place: [], isInDialog: false };

function describe(element: HTMLElement): Holder {
  const isInDialog = element.closest('[role="dialog"], [role="alertdialog"]') !== null;
  return { element, place: placeOf(element), isInDialog };
}

let last = nobody;
/** What had it before the dialog that is open. */
let held = nobody;

/**
 * Says later what gets back the focus that a dialog takes: what has it, or had it until it was switched off; where that is gone
 * `instead`, else what stands nearest, at last the page.
 */
export function holdFocus(): (instead?: () => HTMLElement | null) => HTMLElement | null {
  const active = document.activeElement;
  if (active instanceof HTMLElement && active !== document.body) held = describe(active);
  // A dialog that gave way to this one took its button along: what had the focus before the two gets it back.
  else if (last.element?.isConnected !== false || !last.isInDialog) held = last;
  const { element, place } = held;
  return (instead) => (element?.isConnected ? element : (instead?.() ?? findNear(place)));
}

/**
 * Focus never falls to the body: where what had it is taken away or hidden, what stands in its place gets it, and what was switched
 * off for a moment gets it back. Whoever moves it on purpose comes first. A click beside everything is left alone.
 */
export function keepFocus(): void {
  let waiting = false;

  const look = (): void => {
    waiting = false;
    const { element, place } = last;
    if (element === null || document.activeElement !== document.body) return;
    if (!element.isConnected || !element.checkVisibility()) findNear(place)?.focus({ preventScroll: true });
    else if (!element.matches(':disabled')) element.focus({ preventScroll: true });
  };
  /** After all that was begun already, such as the end of a dialog. */
  const lookLater = (): void => {
    if (waiting || last.element === null || document.activeElement !== document.body) return;
    waiting = true;
    setTimeout(look);
  };
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) last = describe(target);
  });
  document.addEventListener('pointerdown', ({ target }) => {
    const isBeside = target instanceof Element && target.closest(`${focusable}, label`) === null;
    if (isBeside) last = nobody;
  });
  new MutationObserver(lookLater).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'style'],
  });
}
