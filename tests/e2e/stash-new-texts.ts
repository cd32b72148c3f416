interface Known {
  readonly seen: readonly string[];
  /** Selectors of what is not to be looked at. */
  readonly without: readonly string[];
}

/**
 * Runs in the page: puts the texts that look like none of those seen into `window.newTexts`, with how they look, and says whether
 * there are any. A look is all that decides on contrast: colour and size of the text, and what shines through from below.
 */
export function stashNewTexts({ seen, without }: Known): boolean {
  const known = new Set(seen);
  const grounds = new Map<Element, { readonly colours: string; readonly effects: string }>();
  const groundOf = (element: Element | null): { readonly colours: string; readonly effects: string } => {
    if (element === null) return { colours: '', effects: '' };
    const before = grounds.get(element);
    if (before !== undefined) return before;
    const below = groundOf(element.parentElement);
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element);
    const usual = opacity === '1' && filter === 'none' && mixBlendMode === 'normal';
    const effects = usual ? below.effects : `${below.effects} ${opacity} ${filter} ${mixBlendMode}`;
    // Nothing shines through a colour that is whole.
    const isWhole = backgroundColor.startsWith('rgb(') && effects === '';
    const own = `${backgroundColor} ${backgroundImage}`;
    const isEmpty = own === 'rgba(0, 0, 0, 0) none';
    const colours = isWhole ? own : isEmpty ? below.colours : `${below.colours}; ${own}`;
    const ground = { colours, effects };
    grounds.set(element, ground);
    return ground;
  };
  const isDrawn = (element: Element): boolean => {
    const { right, bottom, width, height } = element.getBoundingClientRect();
    // Else it is only for who listens, or above the page until it has the focus: axe does not decide on it.
    const isThere = right > 0 && bottom + scrollY > 0 && width > 1 && height > 1;
    return isThere && element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
  };
  const holders = new Set<Element>(
    document.querySelectorAll('input:not([type=checkbox], [type=radio]), textarea, select'),
  );
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement, nodeValue } = texts.currentNode;
    if (parentElement !== null && nodeValue?.trim()) holders.add(parentElement);
  }
  const newTexts = new Map<Element, string>();
  for (const element of holders) {
    if (!isDrawn(element) || without.some((selector) => element.closest(selector))) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const { colours, effects } = groundOf(element);
    const look = [color, fontSize, fontWeight, textShadow, colours, effects].join(' | ');
    if (!known.has(look)) newTexts.set(element, look);
  }
  Object.assign(window, { newTexts });
  return newTexts.size > 0;
}
