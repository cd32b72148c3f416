import { useState, type ComponentProps } from 'react';
import type { Alias } from '#contract/aliases.ts';
import { MenuHost } from '#web/components/ui/menu-host.ts';
import { useIsSelected, type Selection } from '#web/features/aliases/list/many/selection.ts';
import { joinClasses } from '#web/lib/join-classes.ts';

/**
 * The browser neither styles nor lays out nor draws what is in a row while it is out of sight. A menu that is open reaches out of
 * its row, which contains nothing then. `:has()` would say the same, and is asked of each row at each change.
 */
const unseenLeftOut =
  '[content-visibility:auto] [contain-intrinsic-block-size:auto_3.0625rem] data-open:[content-visibility:visible]';

interface RowBoxProps extends ComponentProps<'div'> {
  alias: Alias;
  selection: Selection;
  isFar: boolean;
}

/** Of an alias in a long list. What is in it is not drawn again when it is selected, or its menu opens. */
export function RowBox({ alias, selection, isFar, className, ...rest }: RowBoxProps) {
  const on = useIsSelected(selection, alias.id);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  return (
    <MenuHost value={setIsMenuOpen}>
      <div
        data-alias={alias.id}
        data-selected={on || undefined}
        data-open={isMenuOpen || undefined}
        className={joinClasses(isFar && unseenLeftOut, 'data-selected:bg-amber-wash', className)}
        {...rest}
      />
    </MenuHost>
  );
}
