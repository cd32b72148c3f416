const openDelayMs = 700;
/** After one tooltip closed, the next opens at once for so long. */
const skipDelayMs = 300;

interface TriggerWatch {
  /** Something is pointed at or focused by keyboard long enough. */
  readonly onOpen: (trigger: HTMLElement) => void;
  readonly onClose: () => void;
  /** The shown tooltip; null for none. */
  readonly findBubble: () => HTMLElement | null;
}

function findTrigger(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;
}

function contains(element: HTMLElement | null, target: EventTarget | null): boolean {
  return element !== null && target instanceof Node && element.contains(target);
}

/** The triggers of tooltips: listens on the whole page for what has a `data-tooltip`. Gives what ends it. */
export function watchTriggers({ onOpen, onClose, findBubble }: TriggerWatch): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = false;
  let closedAt = Number.NEGATIVE_INFINITY;

  const open = (trigger: HTMLElement): void => {
    isOpen = true;
    onOpen(trigger);
  };
  const close = ({ timeStamp }: Event): void => {
    clearTimeout(timer);
    if (isOpen) closedAt = timeStamp;
    isOpen = false;
    onClose();
  };
  const enter = ({ target, relatedTarget, pointerType, timeStamp }: PointerEvent): void => {
    const trigger = findTrigger(target);
    if (trigger === null || pointerType === 'touch' || contains(trigger, relatedTarget)) return;
    clearTimeout(timer);
    timer = setTimeout(() => open(trigger), timeStamp - closedAt < skipDelayMs ? 0 : openDelayMs);
  };
  const leave = (event: PointerEvent): void => {
    const trigger = findTrigger(event.target);
    const bubble = findBubble();
    if (trigger === null && !contains(bubble, event.target)) return;
    // The bubble itself may be pointed at (WCAG 1.4.13).
    if (!contains(bubble, event.relatedTarget) && !contains(trigger, event.relatedTarget)) close(event);
  };
  const focus = ({ target }: FocusEvent): void => {
    const trigger = findTrigger(target);
    if (trigger?.matches(':focus-visible')) open(trigger);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close(event);
  };

  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener('pointerover', enter, { signal });
  document.addEventListener('pointerout', leave, { signal });
  document.addEventListener('pointerdown', close, { signal });
  document.addEventListener('focusin', focus, { signal });
  document.addEventListener('focusout', close, { signal });
  document.addEventListener('keydown', press, { signal });
  document.addEventListener('scroll', close, { signal, capture: true, passive: true });
  return () => {
    clearTimeout(timer);
    listening.abort();
  };
}
