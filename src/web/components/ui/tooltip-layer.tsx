import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { watchTriggers } from '#web/components/ui/watch-triggers.ts';

const edgePx = 8;

/**
 * Tooltips: shows the `data-tooltip` of whatever is pointed at or focused by keyboard. One layer for the whole page, so that a
 * button pays nothing for its tooltip. Text only repeats a control's name, so screen readers are not told twice.
 */
export function TooltipLayer() {
  const [trigger, setTrigger] = useState<HTMLElement | null>(null);
  const bubble = useRef<HTMLDivElement>(null);

  useEffect(
    () => watchTriggers({ onOpen: setTrigger, onClose: () => setTrigger(null), findBubble: () => bubble.current }),
    [],
  );

  useLayoutEffect(() => {
    if (trigger && bubble.current) place(bubble.current, trigger);
  }, [trigger]);

  if (trigger === null) return null;
  return (
    <div ref={bubble} aria-hidden="true" className="fixed top-0 left-0 z-50 animate-fade py-1">
      <div className="rounded-mark border border-transparent bg-ink px-2 py-1 text-note font-medium text-paper">
        {trigger.dataset['tooltip']}
      </div>
    </div>
  );
}

/** Above its control, or below where there is no room; never beyond the edges of the window. */
function place(bubble: HTMLElement, trigger: HTMLElement): void {
  const anchor = trigger.getBoundingClientRect();
  const { width, height } = bubble.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  const middle = anchor.left + anchor.width / 2 - width / 2;
  const left = Math.max(edgePx, Math.min(middle, clientWidth - width - edgePx));
  const above = anchor.top - height;
  bubble.style.translate = `${left}px ${above < 0 ? anchor.bottom : above}px`;
}
