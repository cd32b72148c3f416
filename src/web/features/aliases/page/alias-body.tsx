import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Trash2 } from 'lucide-react';
import { Suspense, useDeferredValue, useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { Alias } from '#contract/aliases.ts';
import type { User } from '#contract/sign-in.ts';
import { aliasPageMessages as texts } from '#messages/pages/alias/alias-page.tsx';
import { accountQuery } from '#web/components/account-query.ts';
import { NotLoaded } from '#web/components/not-loaded.tsx';
import { Section } from '#web/components/section.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { PartNotLoaded } from '#web/components/ui/part-not-loaded.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { FrozenContext } from '#web/features/aliases/frozen.ts';
import { AliasSwitch } from '#web/features/aliases/list/alias-switch.tsx';
import { TransferPanel } from '#web/features/aliases/lives/transfer-panel.tsx';
import { FactsSection, TargetsSection } from '#web/features/aliases/page/alias-sections.tsx';
import { explainState } from '#web/features/aliases/page/explain-state.ts';
import { TestSlot } from '#web/features/aliases/page/test-slot.tsx';
import { copyText } from '#web/lib/copy-text.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { isFrame } from '#web/lib/page-facts.ts';

// The same parts that open beneath a row of the list, each of which is loaded as one.
const loadMail = async () => (await import('#web/features/aliases/mail/mail-panel.tsx')).MailPanel;
const loadSmtp = async () => (await import('#web/features/aliases/smtp/smtp-panel.tsx')).SmtpPanel;
const MailPanel = lazyPart(loadMail, PartNotLoaded);
const SmtpPanel = lazyPart(loadSmtp, PartNotLoaded);

const EditAliasForm = lazyPart(
  async () => (await import('#web/features/aliases/edit-alias-form.tsx')).EditAliasForm,
  PartNotLoaded,
);

/** At once, and not behind the answer about the alias. A failure is told where they are drawn. */
export function preloadParts(): void {
  for (const load of [loadMail, loadSmtp]) load().catch(() => undefined);
}

const DeleteAliasDialog = lazyPart(
  async () => (await import('#web/features/aliases/list/delete-alias-dialog.tsx')).DeleteAliasDialog,
  NotLoaded,
);

interface AliasBodyProps {
  alias: Alias;
  user: User;
  /** Has the focus once what had it is gone. */
  title: RefObject<HTMLHeadingElement | null>;
}

/** All about one alias. It comes as a whole: what is answered late would move what stands below it. */
export function AliasBody({ alias, user, title }: AliasBodyProps) {
  // What is counted is asked for only then.
  const isPending = useQuery(accountQuery).isPending;
  // It is drawn in slices: at once, it would hold a slow phone up.
  const isWaiting = useDeferredValue(isPending, !isFrame);
  if (isWaiting) return <Waiting text={texts.loading} />;
  return (
    <Suspense fallback={<Waiting text={texts.loading} />}>
      <WholeBody alias={alias} isSuspended={user.suspension?.scope === 'all'} title={title} />
    </Suspense>
  );
}

/** Whether all that stands here was answered once, or refused. Below what asks: its own effects come last. */
function useFirstAnswers(): boolean {
  const client = useQueryClient();
  const [areThere, setAreThere] = useState(false);
  useEffect(() => {
    const look = (): void => {
      const waiting = client.isFetching({ predicate: ({ state }) => state.data === undefined });
      if (waiting === 0) setAreThere(true);
    };
    look();
    return client.getQueryCache().subscribe(look);
  }, [client]);
  return areThere;
}

interface WholeBodyProps extends Omit<AliasBodyProps, 'user'> {
  isSuspended: boolean;
}

function WholeBody({ alias, isSuspended, title }: WholeBodyProps) {
  const areThere = useFirstAnswers() || isFrame;
  const [isEditing, setIsEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const { contacts = false, replies = true } = useConfig()?.features ?? {};
  const endEdit = (): void => {
    flushSync(() => setIsEditing(false));
    editButton.current?.focus();
  };
  return (
    <>
      {!areThere && <Waiting text={texts.loading} />}
      <div hidden={!areThere} className="flex flex-col gap-4">
        <div data-facts className="flex flex-col items-start gap-x-4 gap-y-1 sm:flex-row">
          <FrozenContext value={isSuspended}>
            <AliasSwitch alias={alias} />
          </FrozenContext>
          <p className="max-w-2xl text-small text-soft">
            {isFrame ? <span>{explainState(alias, isSuspended)}</span> : explainState(alias, isSuspended)}
          </p>
        </div>
        {!replies && <p className="max-w-2xl text-small text-amber-deep">{texts.repliesShow}</p>}
        <div className="flex flex-wrap gap-2">
          <Button look="plain" size="small" onClick={() => void copyText(aliasAddress(alias))}>
            <Copy aria-hidden="true" className="size-4" />
            {texts.copy}
          </Button>
          <Button
            ref={editButton}
            look="plain"
            size="small"
            aria-expanded={isEditing}
            onClick={() => setIsEditing(!isEditing)}
          >
            {texts.edit}
          </Button>
          <TestSlot alias={alias} />
        </div>
        {isEditing ? (
          <Card className="p-5 sm:p-6">
            <Suspense fallback={<Waiting text={texts.loading} />}>
              <EditAliasForm alias={alias} onClose={endEdit} />
            </Suspense>
          </Card>
        ) : (
          <>
            <TargetsSection alias={alias} />
            <FactsSection alias={alias} />
          </>
        )}
        <Section title={texts.smtp} description={texts.smtpDescription}>
          <SmtpPanel alias={alias} />
        </Section>
        {contacts && <MailSection alias={alias} />}
        <LeavingSection alias={alias} title={title} />
      </div>
    </>
  );
}

function MailSection({ alias }: Pick<AliasBodyProps, 'alias'>) {
  return (
    <Card aria-labelledby="mail" className="flex flex-col gap-5 p-5 sm:p-6">
      <h2 id="mail" className="text-lead font-semibold">
        {texts.mail}
      </h2>
      <MailPanel alias={alias} />
    </Card>
  );
}

function LeavingSection({ alias, title }: Pick<AliasBodyProps, 'alias' | 'title'>) {
  const [asking, setAsking] = useState(false);
  return (
    <Section title={texts.leaving} description={texts.leavingDescription}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <TransferPanel alias={alias} />
        <Button look="removing" size="small" onClick={() => setAsking(true)}>
          <Trash2 aria-hidden="true" className="size-4" />
          {texts.remove}
        </Button>
      </div>
      <Suspense>
        {asking && (
          <DeleteAliasDialog alias={alias} onClose={() => setAsking(false)} focusAfter={() => title.current} />
        )}
      </Suspense>
    </Section>
  );
}
