import type { ComponentProps, MouseEvent } from 'react';
import { navigate } from '#web/lib/router/navigate.ts';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: string;
  /** For the page that it leads to. */
  readonly state?: unknown;
}

/** Whether a click on a link is meant for this tab, with nothing held that opens another. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** A link to a page of ours, which is not loaded anew. One that leads elsewhere is followed by the browser. */
export function Link({ to, state, onClick, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const { href, origin, target } = event.currentTarget;
    const isOurs = origin === window.location.origin && (target === '' || target === '_self');
    if (event.defaultPrevented || !isOurs || !isPlainClick(event)) return;
    event.preventDefault();
    navigate(to, { state, replace: href === window.location.href });
  };
  return (
    <a href={to} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
