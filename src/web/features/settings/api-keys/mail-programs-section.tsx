import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AccountCredential, NewAccountCredential } from '#contract/account/smtp-credentials.ts';
import { appleMessages, mailProgramMessages as texts } from '#messages/pages/account/mail-programs.ts';
import { CopiedLine } from '#web/components/copied-line.tsx';
import { GuideLink } from '#web/components/guide-link.tsx';
import { LoadedSection, SectionList, SectionRow } from '#web/components/section.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/input.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { AppleDialog } from '#web/features/settings/api-keys/apple-dialog.tsx';
import {
  createMailProgram,
  mailProgramsQuery,
  removeMailProgram,
  renewMailProgram,
} from '#web/features/settings/api-keys/mail-programs.ts';
import { RemovalDialog } from '#web/features/settings/removal-dialog.tsx';
import { ConfirmDialog } from '#web/features/settings/settings-part.tsx';
import { ownDomainsQuery } from '#web/lib/calls/own-domains.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { formatDay } from '#web/lib/format-time.ts';
import { nameControl } from '#web/lib/name-control.ts';

type RowStep = 'apple' | 'renew' | 'remove';
type Step =
  | { readonly name: 'show'; readonly credential: NewAccountCredential }
  | { readonly name: RowStep; readonly credential: AccountCredential };

/** Passwords that send as more than one alias. */
export function MailProgramsSection() {
  const query = useQuery(mailProgramsQuery);
  const domains = useQuery(ownDomainsQuery);
  const [step, setStep] = useState<Step | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const close = (): void => setStep(null);
  const show = (credential: NewAccountCredential): void => setStep({ name: 'show', credential });
  return (
    <>
      <LoadedSection title={texts.title} titleRef={title} description={texts.description} query={query}>
        {({ credentials }) => {
          const taken = new Set(credentials.map(({ domainId }) => domainId));
          const usable = (domains.data?.domains ?? []).filter(
            ({ state }) => state === 'verified' || state === 'failing',
          );
          const free = [{ id: null, name: null }, ...usable].filter(({ id }) => !taken.has(id));
          return (
            <>
              {credentials.length > 0 && (
                <SectionList>
                  {credentials.map((credential) => (
                    <ProgramRow
                      key={credential.id}
                      credential={credential}
                      onStep={(name) => setStep({ name, credential })}
                    />
                  ))}
                </SectionList>
              )}
              {domains.isError && <DomainsFault />}
              {free.length > 0 && <MakeForm key={free.map(({ id }) => id).join(' ')} free={free} onMade={show} />}
              <span className="text-small">
                <GuideLink guide="sending" text={texts.guide} />
              </span>
            </>
          );
        }}
      </LoadedSection>
      {step?.name === 'show' && <ShownDialog credential={step.credential} onClose={close} />}
      {step?.name === 'apple' && <AppleDialog credential={step.credential} onClose={close} />}
      {step?.name === 'renew' && <RenewDialog credential={step.credential} onClose={close} onMade={show} />}
      {step?.name === 'remove' && (
        <RemovalDialog
          send={() => removeMailProgram(step.credential.id)}
          title={texts.removeTitle(reachOf(step.credential.domain))}
          description={texts.removeDescription}
          failure={texts.removeFailure}
          confirmText={texts.remove}
          busyText={texts.removing}
          onClose={close}
          returnFocus={() => title.current}
        />
      )}
    </>
  );
}

function DomainsFault() {
  return (
    <p role="alert" className="text-small text-gone">
      {texts.domainsNotLoaded}
    </p>
  );
}

/** What a password sends as; null: no domain narrows it. */
function reachOf(domain: string | null): string {
  return domain === null ? texts.all : texts.ofDomain(domain);
}

interface ProgramRowProps {
  credential: AccountCredential;
  onStep: (name: RowStep) => void;
}

function ProgramRow({ credential: { username, domain, createdAt }, onStep }: ProgramRowProps) {
  const name = reachOf(domain);
  return (
    <SectionRow title={name} note={texts.use(username, formatDay(createdAt))}>
      <Button look="plain" aria-label={nameControl(appleMessages.open, name)} onClick={() => onStep('apple')}>
        {appleMessages.open}
      </Button>
      <Button look="plain" aria-label={texts.renewOf(name)} onClick={() => onStep('renew')}>
        {texts.renew}
      </Button>
      <Button look="removing" aria-label={texts.removeOf(name)} onClick={() => onStep('remove')}>
        {texts.remove}
      </Button>
    </SectionRow>
  );
}

interface MakeFormProps {
  /** Domains that have none yet; null: all aliases. */
  free: readonly { readonly id: string | null; readonly name: string | null }[];
  onMade: (credential: NewAccountCredential) => void;
}

function MakeForm({ free, onMade }: MakeFormProps) {
  const [chosen, setChosen] = useState(free[0]?.id ?? null);
  const { change, isPending } = useAccountChange({
    send: createMailProgram,
    onDone: ({ credential }) => onMade(credential),
    failure: texts.createFailure,
  });
  return (
    <div className="flex flex-wrap items-end gap-4">
      {free.some(({ id }) => id !== null) && (
        <Field label={texts.which} className="min-w-48 flex-1 sm:max-w-xs">
          {(control) => (
            <Select
              {...control}
              value={chosen ?? ''}
              onChange={({ target }) => setChosen(target.value === '' ? null : target.value)}
            >
              {free.map(({ id, name }) => (
                <option key={id} value={id ?? ''}>
                  {reachOf(name)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Button look="plain" disabled={isPending} onClick={() => void change(chosen)}>
        {isPending ? texts.creating : texts.create}
      </Button>
    </div>
  );
}

function ShownDialog({ credential, onClose }: { credential: NewAccountCredential; onClose: () => void }) {
  const smtp = useConfig()?.smtp;
  return (
    <Dialog keepOpen title={texts.newTitle} description={texts.newDescription} onClose={onClose}>
      <div className="mt-5 flex flex-col gap-4">
        <CopiedLine name={texts.username} text={credential.username} />
        <CopiedLine name={texts.password} text={credential.password} />
        {smtp && (
          <>
            <CopiedLine name={texts.server} text={smtp.host} />
            <p className="text-small text-soft">{texts.ports(smtp.port, smtp.sslPort)}</p>
          </>
        )}
        <Button className="self-end" onClick={onClose}>
          {texts.keptIt}
        </Button>
      </div>
    </Dialog>
  );
}

interface RenewDialogProps {
  credential: AccountCredential;
  onClose: () => void;
  onMade: (credential: NewAccountCredential) => void;
}

function RenewDialog({ credential, onClose, onMade }: RenewDialogProps) {
  const { change, isPending } = useAccountChange({
    send: () => renewMailProgram(credential.id),
    onDone: (answer) => onMade(answer.credential),
    failure: texts.renewFailure,
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title={texts.renewTitle}
      description={texts.renewDescription}
      confirmText={texts.renew}
      busyText={texts.renewing}
      cancelText={texts.keep}
      busy={isPending}
      onConfirm={() => void change(undefined)}
    />
  );
}
