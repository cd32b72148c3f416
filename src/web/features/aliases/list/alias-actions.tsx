import { ChevronRight, Pencil, Send, SlidersHorizontal, Trash2 } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import type { Alias } from '#contract/aliases.ts';
import { aliasMessages as texts } from '#messages/pages/aliases.tsx';
import { Menu, type MenuItem } from '#web/components/ui/menu.tsx';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { linkTo, noteOpened, useReturn } from '#web/features/aliases/opened-alias.ts';
import type { AliasPanelName, OpenPart } from '#web/features/aliases/list/open-rows.ts';
import { configQuery } from '#web/lib/get-config.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { isPlainClick, Link } from '#web/lib/router/link.tsx';

interface AliasActionsProps {
  alias: Alias;
  button: RefObject<HTMLButtonElement | null>;
  open: OpenPart | null;
  onEdit: () => void;
  onPanel: (panel: AliasPanelName) => void;
  onDelete: (alias: Alias) => void;
}

/** What can be done with an alias beside switching it and copying its address. */
export function AliasActions({ alias, button, open, onEdit, onPanel, onDelete }: AliasActionsProps) {
  const address = aliasAddress(alias);
  const { actions } = texts;
  const client = useQueryClient();
  useReturn(alias.id, button);
  const items = (): MenuItem[] => [
    {
      text: actions.open,
      label: texts.open(address),
      icon: <ChevronRight aria-hidden="true" />,
      link: linkTo(alias),
      run: () => noteOpened(alias.id),
    },
    { text: actions.edit, label: texts.edit(address), icon: <Pencil aria-hidden="true" />, run: onEdit },
    {
      text: actions.smtp,
      label: texts.smtp(address),
      icon: <Send aria-hidden="true" />,
      isOpen: open === 'smtp',
      run: () => onPanel('smtp'),
    },
    ...(client.getQueryData(configQuery.queryKey)?.features.contacts
      ? [
          {
            text: actions.mail,
            label: texts.mail(address),
            icon: <SlidersHorizontal aria-hidden="true" />,
            isOpen: open === 'mail',
            run: () => onPanel('mail'),
          },
        ]
      : []),
    {
      text: actions.remove,
      label: texts.remove(address),
      icon: <Trash2 aria-hidden="true" />,
      isRemoving: true,
      run: () => onDelete(alias),
    },
  ];
  return <Menu ref={button} text={actions.all} label={texts.actionsOf(address)} items={items} />;
}

/**
 * At the end of a row: one click leads to the page of its alias. Who has no pointer comes there by the first entry of the menu beside it,
 * or by Enter on the row, and is spared a stop.
 */
export function OpenLink({ alias, className = '' }: { alias: Alias; className?: string }) {
  const label = texts.open(aliasAddress(alias));
  return (
    <Link
      {...linkTo(alias)}
      tabIndex={-1}
      aria-label={label}
      data-tooltip={label}
      onClick={(event) => isPlainClick(event) && noteOpened(alias.id)}
      className={joinClasses(
        'mark mark-down mark-right grid size-6 place-items-center rounded-mark text-soft hover:text-ink',
        className,
      )}
    />
  );
}
