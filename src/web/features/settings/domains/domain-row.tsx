import { Suspense, useId, useState } from 'react';
import type { DomainCheck, OwnDomain } from '#contract/account/domains.ts';
import { aboutDomainMessages, domainMessages as texts, memberMessages } from '#messages/pages/account/domains.ts';
import { offerMessages } from '#messages/pages/account/offers.ts';
import { sectionMessages } from '#messages/pages/account/sections.ts';
import { controlMessages } from '#messages/pages/controls.ts';
import { mailReportMessages as reportMessages } from '#messages/pages/account/mail-reports.ts';
import { CopiedLine } from '#web/components/copied-line.tsx';
import { SectionRow } from '#web/components/section.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { verifyDomain } from '#web/features/settings/domains/domains.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { showToast } from '#web/lib/toast.ts';
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

/** A domain with how it stands; its records open beneath it, by themselves while one is missing. */
export function DomainRow({ domain, onMembers, onOffer, onRemove }: DomainRowProps) {
  const { name, checks, role } = domain;
  const isWhole = checks.every(({ ok }) => ok);
  const records = usePanel(checks.length > 0 && !isWhole);
  const about = usePanel(false);
  const catchAll = usePanel(false);
  const reports = usePanel(false);
  return (
    <SectionRow
      title={name}
      note={<DomainNote domain={domain} />}
      below={
        <>
          <div className="flex flex-wrap gap-2">
            {checks.length > 0 && (
              <>
                <PanelButton
                  panel={records}
                  label={records.isOpen ? texts.hideOf(name) : texts.showOf(name)}
                  text={records.isOpen ? texts.hide : texts.show}
                />
                <CheckButton domain={domain} />
              </>
            )}
            {role === 'admin' && (
              <>
                <PanelButton panel={about} label={aboutDomainMessages.openOf(name)} text={aboutDomainMessages.open} />
                <PanelButton panel={catchAll} label={texts.catchAllOf(name)} text={texts.catchAll} />
                <ReportsButton panel={reports} domain={domain} />
                <Button look="plain" size="small" aria-label={memberMessages.openOne(name)} onClick={onMembers}>
                  {memberMessages.open}
                </Button>
              </>
            )}
            <PassButton domain={domain} onOffer={onOffer} />
            <Button look="removing" size="small" aria-label={texts.removeOne(name)} onClick={onRemove}>
              {texts.remove}
            </Button>
          </div>
          {domain.othersRoles > 0 && (
            <Suspense fallback={<Waiting text={controlMessages.loading} />}>
              <RoleNames domain={domain} />
            </Suspense>
          )}
          {about.isOpen && <LoadedPanel of={AboutPanel} id={about.id} domain={domain} />}
          {records.isOpen && <Records id={records.id} domain={domain} />}
          {catchAll.isOpen && <LoadedPanel of={CatchAllPanel} id={catchAll.id} domain={domain} />}
          {reports.isOpen && <LoadedPanel of={ReportsPanel} id={reports.id} domain={domain} />}
        </>
      }
    />
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

/** Where reports come here, on names that others report on: sub-domains of ours are reported on as ours. */
function ReportsButton({ panel, domain: { name, kind } }: { panel: Panel; domain: OwnDomain }) {
  const isRead = useConfig()?.features.reports ?? false;
  return (
    isRead &&
    kind === 'own' && <PanelButton panel={panel} label={reportMessages.openOf(name)} text={reportMessages.open} />
  );
}

/** For whoever owns the domain, where it can pass to another account. */
function PassButton({ domain: { name, owned, state }, onOffer }: Pick<DomainRowProps, 'domain' | 'onOffer'>) {
  const isOffered = useConfig()?.features.domainOffers ?? false;
  return (
    isOffered &&
    owned &&
    state === 'verified' && (
      <Button look="plain" size="small" aria-label={offerMessages.openOne(name)} onClick={onOffer}>
        {offerMessages.open}
      </Button>
    )
  );
}

function LoadedPanel({ of: Part, ...panel }: { of: typeof CatchAllPanel; id: string; domain: OwnDomain }) {
  return (
    <Suspense fallback={<Waiting text={controlMessages.loading} />}>
      <Part {...panel} />
    </Suspense>
  );
}

/** What opens and closes beneath a domain. */
interface Panel {
  id: string;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}

/** Open as it is `usually` until somebody says otherwise. */
function usePanel(usually: boolean): Panel {
  const [chosen, setOpen] = useState<boolean | null>(null);
  return { id: useId(), isOpen: chosen ?? usually, setOpen };
}

function PanelButton({ panel, label, text }: { panel: Panel; label: string; text: string }) {
  const { id, isOpen, setOpen } = panel;
  return (
    <Button
      look="plain"
      size="small"
      aria-label={label}
      aria-expanded={isOpen}
      aria-controls={id}
      onClick={() => setOpen(!isOpen)}
    >
      {text}
    </Button>
  );
}

function CheckButton({ domain }: { domain: OwnDomain }) {
  const { change, isPending } = useAccountChange({
    send: verifyDomain,
    onDone: ({ message }) => showToast({ title: message }),
    failure: texts.checkFailure,
  });
  return (
    <Button
      look="plain"
      size="small"
      disabled={isPending}
      aria-label={texts.checkOne(domain.name)}
      onClick={() => void change(domain)}
    >
      {isPending ? texts.checking : texts.check}
    </Button>
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
