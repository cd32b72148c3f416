import type { ComponentProps } from 'react';
import type { Alias } from '#contract/aliases.ts';
import { useIsSelected, type Selection } from '#web/features/aliases/list/many/selection.ts';
import { joinClasses } from '#web/lib/join-classes.ts';

/**
 * The browser neither styles nor lays out nor draws what is in a row while it is out of sight. What has the focus may reach out of
 * its row, as an open menu does: that row contains nothing. `:has()` would say the same, and is asked of each row at each change.
 */
const unseenLeftOut =
  '[content-visibility:auto] [contain-intrinsic-block-size:auto_3.0625rem] focus-within:[content-visibility:visible]';

interface RowBoxProps extends ComponentProps<'div'> {
  alias: Alias;
  selection: Selection;
}

/** Of an alias in a long list. What is in it is not drawn again when it is selected. */
export function RowBox({ alias, selection, className, ...rest }: RowBoxProps) {
  const on = useIsSelected(selection, alias.id);
  return (
    <div
      data-alias={alias.id}
      data-selected={on || undefined}
      className={joinClasses(unseenLeftOut, 'data-selected:bg-amber-wash', className)}
      {...rest}
    />
  );
}
