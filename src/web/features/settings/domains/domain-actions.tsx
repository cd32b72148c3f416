import type { RefObject } from 'react';
import type { OwnDomain } from '#contract/account/domains.ts';
import { aboutDomainMessages, domainMessages as texts, memberMessages } from '#messages/pages/account/domains.ts';
import { mailReportMessages as reportMessages } from '#messages/pages/account/mail-reports.ts';
import { offerMessages } from '#messages/pages/account/offers.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Menu, type MenuItem } from '#web/components/ui/menu.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { verifyDomain } from '#web/features/settings/domains/domains.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { nameControl } from '#web/lib/name-control.ts';
import { showToast } from '#web/lib/toast.ts';

type PanelName = 'about' | 'catchAll' | 'reports';

interface DomainActionsProps {
  domain: OwnDomain;
  menu: RefObject<HTMLButtonElement | null>;
  records: { id: string; isOpen: boolean; setOpen: (isOpen: boolean) => void };
  /** Which is open; null: none. */
  panel: PanelName | null;
  onPanel: (panel: PanelName | null) => void;
  onMembers: () => void;
  onOffer: () => void;
  onRemove: () => void;
}

/** What comes next for a domain as buttons, all else in one menu. */
export function DomainActions(props: DomainActionsProps) {
  const { domain, menu, records, onRemove } = props;
  const { name, checks, role } = domain;
  const check = useCheck(domain);
  const items = useItems(props, check);
  if (role === 'maker') {
    return (
      <div>
        <Button look="removing" size="small" aria-label={texts.removeOne(name)} onClick={onRemove}>
          {texts.remove}
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {/* Begun in the menu, which has closed, it is told of here. */}
      {(check.isPending || checks.some(({ ok }) => !ok)) && (
        <Button
          look="plain"
          size="small"
          disabled={check.isPending}
          aria-label={nameControl(texts.check, name)}
          onClick={check.run}
        >
          {check.isPending ? texts.checking : texts.check}
        </Button>
      )}
      {checks.length > 0 && (
        <Button
          look="plain"
          size="small"
          aria-label={records.isOpen ? texts.hideOf(name) : texts.showOf(name)}
          aria-expanded={records.isOpen}
          aria-controls={records.id}
          onClick={() => records.setOpen(!records.isOpen)}
        >
          {records.isOpen ? texts.hide : texts.show}
        </Button>
      )}
      {/* Its list opens to the left. */}
      <div className="ml-auto">
        <Menu ref={menu} text={texts.actions} label={texts.actionsOf(name)} items={() => items} />
      </div>
    </div>
  );
}

function useCheck(domain: OwnDomain) {
  const { change, isPending } = useAccountChange({
    send: verifyDomain,
    onDone: ({ message }) => showToast({ title: message }),
    failure: texts.checkFailure,
  });
  return { isPending, run: () => void change(domain) };
}

/** What an installation offers for a domain, and its owner alone for some of it. */
function useItems(props: DomainActionsProps, check: ReturnType<typeof useCheck>): MenuItem[] {
  const { domain, panel, onPanel, onMembers, onOffer, onRemove } = props;
  const { name, kind, checks, owned, state } = domain;
  const { reports = false, domainOffers = false } = useConfig()?.features ?? {};
  const opens = (one: PanelName, text: string, label: string): MenuItem => {
    return { text, label, isOpen: panel === one, run: () => onPanel(panel === one ? null : one) };
  };
  const isWhole = checks.length > 0 && checks.every(({ ok }) => ok);
  return [
    opens('about', aboutDomainMessages.open, aboutDomainMessages.openOf(name)),
    opens('catchAll', texts.catchAll, texts.catchAllOf(name)),
    {
      text: memberMessages.open,
      label: memberMessages.openOne(name),
      run: onMembers,
    },
    // Where reports come here, on names that others report on: sub-domains of ours are reported on as ours.
    ...(reports && kind === 'own' ? [opens('reports', reportMessages.open, reportMessages.openOf(name))] : []),
    ...(isWhole
      ? [{ text: texts.check, label: nameControl(texts.check, name), isBusy: check.isPending, run: check.run }]
      : []),
    ...(domainOffers && owned && state === 'verified'
      ? [
          {
            text: offerMessages.open,
            label: nameControl(offerMessages.open, name),
            run: onOffer,
          },
        ]
      : []),
    {
      text: texts.remove,
      label: texts.removeOne(name),
      isRemoving: true,
      run: onRemove,
    },
  ];
}
