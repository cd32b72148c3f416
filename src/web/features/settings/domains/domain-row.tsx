import { Suspense, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DomainCheck, OwnDomain } from '#contract/account/domains.ts';
import { aboutDomainMessages, domainMessages as texts } from '#messages/pages/account/domains.ts';
import { sectionMessages } from '#messages/pages/account/sections.ts';
import { controlMessages } from '#messages/pages/controls.ts';
import { mailReportMessages as reportMessages } from '#messages/pages/account/mail-reports.ts';
import { CopiedLine } from '#web/components/copied-line.tsx';
import { SectionRow } from '#web/components/section.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { DomainActions } from '#web/features/settings/domains/domain-actions.tsx';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { formatDay } from '#web/lib/format-time.ts';

const AboutPanel = lazyPart<{ id: string; domain: OwnDomain }>(
  async () => (await import('#web/features/settings/domains/about-panel.tsx')).AboutPanel,
  () => <p role="alert">{sectionMessages.notLoaded}</p>,
);

const CatchAllPanel = lazyPart<{ id: string; domain: OwnDomain }>(
  async () => (await import('#web/features/settings/domains/catch-all-panel.tsx')).CatchAllPanel,
  () => <p role="alert">{sectionMessages.notLoaded}</p>,
);

const ReportsPanel = lazyPart<{ id: string; domain: OwnDomain }>(
  async () => (await import('#web/features/settings/domains/reports-panel.tsx')).ReportsPanel,
  () => <p role="alert">{sectionMessages.notLoaded}</p>,
);

const RoleNames = lazyPart<{ domain: OwnDomain }>(
  async () => (await import('#web/features/settings/domains/role-names.tsx')).RoleNames,
  () => <p role="alert">{sectionMessages.notLoaded}</p>,
);

const tones = { unverified: 'waiting', verified: 'on', failing: 'waiting', lost: 'off' } as const;

function dayOf(time: string): string {
  return formatDay(time);
}

function noteOf({ kind, role, state, checks, checkedAt, proofDueAt, lostAt }: OwnDomain): string {
  if (lostAt !== null) return texts.failing(dayOf(lostAt));
  if (state !== 'verified') return texts.states[state].note;
  if (role === 'maker') return texts.maker;
  if (proofDueAt !== null) return texts.proofDue(dayOf(proofDueAt));
  if (kind === 'sub') return texts.sub;
  if (checkedAt === null) return texts.unchecked;
  return texts.missingRecords(checks.filter(({ ok }) => !ok).length);
}

interface DomainRowProps {
  domain: OwnDomain;
  onMembers: () => void;
  onOffer: () => void;
  onRemove: () => void;
}

/** What opens beneath a domain, one at a time. */
const panels = { about: AboutPanel, catchAll: CatchAllPanel, reports: ReportsPanel };
type PanelName = keyof typeof panels;

const panelTitles: Readonly<Record<PanelName, (name: string) => string>> = {
  about: aboutDomainMessages.openOf,
  catchAll: texts.catchAllOf,
  reports: reportMessages.openOf,
};

/** A domain with how it stands; its records open beneath it, by themselves while one is missing. */
export function DomainRow({ domain, onMembers, onOffer, onRemove }: DomainRowProps) {
  const { name, checks } = domain;
  const id = useId();
  const menu = useRef<HTMLButtonElement>(null);
  const [chosen, setRecords] = useState<boolean | null>(null);
  const [panel, setPanel] = useState<PanelName | null>(null);
  const records = { id: `${id}-records`, isOpen: chosen ?? checks.some(({ ok }) => !ok), setOpen: setRecords };
  const close = (): void => {
    flushSync(() => setPanel(null));
    menu.current?.focus();
  };
  return (
    <SectionRow
      title={name}
      note={<DomainNote domain={domain} />}
      below={
        <>
          <DomainActions {...{ domain, menu, records, panel, onMembers, onOffer, onRemove }} onPanel={setPanel} />
          {domain.othersRoles > 0 && (
            <Suspense fallback={<Waiting text={controlMessages.loading} />}>
              <RoleNames domain={domain} />
            </Suspense>
          )}
          {records.isOpen && <Records id={records.id} domain={domain} />}
          {panel && <OpenPanel name={panel} id={`${id}-panel`} domain={domain} onClose={close} />}
        </>
      }
    />
  );
}

interface OpenPanelProps {
  name: PanelName;
  id: string;
  domain: OwnDomain;
  onClose: () => void;
}

function OpenPanel({ name, id, domain, onClose }: OpenPanelProps) {
  const Part = panels[name];
  return (
    <div className="flex flex-col gap-3">
      <Suspense fallback={<Waiting text={controlMessages.loading} />}>
        <Part key={name} id={id} domain={domain} />
      </Suspense>
      <Button
        look="plain"
        size="small"
        className="self-end"
        aria-label={texts.closeOf(panelTitles[name](domain.name))}
        onClick={onClose}
      >
        {controlMessages.close}
      </Button>
    </div>
  );
}

/** How it stands, and what its owner notes about it. */
function DomainNote({ domain }: { domain: OwnDomain }) {
  const { state, active, description } = domain;
  return (
    <>
      <span className="flex flex-wrap gap-x-4">
        <Chip tone={tones[state]}>{texts.states[state].chip}</Chip>
        {!active && <Chip tone="off">{aboutDomainMessages.off}</Chip>}
      </span>
      <p>{noteOf(domain)}</p>
      {description !== null && (
        <p dir="auto" className="wrap-anywhere">
          {description}
        </p>
      )}
    </>
  );
}

function Records({ id, domain: { name, checks, checkedAt } }: { id: string; domain: OwnDomain }) {
  return (
    <ul id={id} aria-label={texts.records(name)} className="flex flex-col gap-5 rounded-box border border-line p-4">
      {checks.map((check) => (
        <CheckItem key={check.check} check={check} isChecked={checkedAt !== null} />
      ))}
    </ul>
  );
}

function stateText(ok: boolean, isChecked: boolean): string {
  if (!isChecked) return texts.notChecked;
  return ok ? texts.ok : texts.notOk;
}

/** One check; what is published already need not be copied again. */
function CheckItem({ check, isChecked }: { check: DomainCheck; isChecked: boolean }) {
  const { ok, expected, found } = check;
  const { title, why } = texts.checks[check.check];
  return (
    <li className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="text-small font-semibold">{title}</p>
        <Chip tone={ok ? 'on' : 'waiting'}>{stateText(ok, isChecked)}</Chip>
      </div>
      {!ok && (
        <>
          {expected.map((record) => (
            <div key={`${record.name} ${record.value}`} className="grid gap-3 md:grid-cols-2">
              <CopiedLine name={texts.name(record.type)} text={record.name} />
              <CopiedLine name={texts.value} text={record.value} />
            </div>
          ))}
          <p className="text-small wrap-anywhere text-soft">
            {why} {isChecked && (found.length === 0 ? texts.nothingSeen : texts.seen(found))}
          </p>
          {check.check === 'mx' && found.length > 0 && <p className="text-small text-soft">{texts.elsewhere}</p>}
          {['spf', 'dmarc'].includes(check.check) && found.length > 1 && (
            <p className="text-small text-soft">{texts.onlyOne}</p>
          )}
        </>
      )}
    </li>
  );
}
