import { Suspense, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { OwnDomain, OwnDomainsResponse } from '#contract/account/domains.ts';
import { domainMessages as texts } from '#messages/pages/account/domains.ts';
import { sectionMessages } from '#messages/pages/account/sections.ts';
import { GuideLink } from '#web/components/guide-link.tsx';
import { LoadedSection, SectionList } from '#web/components/section.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { DomainRow } from '#web/features/settings/domains/domain-row.tsx';
import { claimDomain, removeDomain, useOwnDomains } from '#web/features/settings/domains/domains.ts';
import { RemovalDialog } from '#web/features/settings/removal-dialog.tsx';
import { settingsPart } from '#web/features/settings/settings-part.tsx';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { showFieldErrors } from '#web/lib/show-field-errors.ts';
import { useFragmentToken } from '#web/lib/use-fragment-token.ts';
import { showToast } from '#web/lib/toast.ts';

const JoinDialog = settingsPart(
  async () => (await import('#web/features/settings/domains/join-dialog.tsx')).JoinDialog,
);
const MembersDialog = settingsPart(
  async () => (await import('#web/features/settings/domains/members-dialog.tsx')).MembersDialog,
);
const OfferDialog = lazyPart<{ kind: 'domain'; id: string; name: string; onClose: () => void }>(
  async () => (await import('#web/components/offer-dialog.tsx')).OfferDialog,
  () => <p role="alert">{sectionMessages.notLoaded}</p>,
);

/** Domains that the account brought or was given: what to publish for each, and what DNS says. */
export function DomainsSection() {
  const query = useOwnDomains();
  const [opened, setOpened] = useState<OwnDomain | null>(null);
  const [offered, setOffered] = useState<OwnDomain | null>(null);
  const [declined, setDeclined] = useState('');
  const token = useFragmentToken();
  const [removed, setRemoved] = useState<OwnDomain | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <LoadedSection title={texts.title} titleRef={title} description={texts.description} query={query}>
        {({ domains, offered: ways }) => (
          <>
            {domains.length > 0 && (
              <SectionList>
                {domains.map((domain) => (
                  <DomainRow
                    key={domain.id}
                    domain={domain}
                    onMembers={() => setOpened(domain)}
                    onOffer={() => setOffered(domain)}
                    onRemove={() => setRemoved(domain)}
                  />
                ))}
              </SectionList>
            )}
            {(ways.own || ways.below.length > 0) && <AddForm offered={ways} />}
            <span className="text-small">
              <GuideLink guide="own-domains" text={texts.guide} />
            </span>
          </>
        )}
      </LoadedSection>
      {token !== declined && <JoinDialog token={token} onClose={() => setDeclined(token)} />}
      {opened && <MembersDialog domain={opened} onClose={() => setOpened(null)} />}
      {offered && (
        <Suspense>
          <OfferDialog kind="domain" id={offered.id} name={offered.name} onClose={() => setOffered(null)} />
        </Suspense>
      )}
      {removed && (
        <RemovalDialog
          send={() => removeDomain(removed)}
          title={texts.removeTitle(removed.name)}
          description={texts.removeDescription}
          failure={texts.removeFailure}
          onClose={() => setRemoved(null)}
          returnFocus={() => title.current}
        />
      )}
    </>
  );
}

function AddForm({ offered: { own, below } }: Pick<OwnDomainsResponse, 'offered'>) {
  const form = useForm({ defaultValues: { name: '' } });
  const { change, isPending } = useAccountChange({
    send: ({ name }: { name: string }) => claimDomain(name),
    onDone: ({ message }) => {
      form.reset();
      showToast({ title: message });
    },
    failure: texts.addFailure,
    showFaults: (error) => showFieldErrors(error, form),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit(change)(event)}
      className="flex flex-col items-start gap-4"
    >
      <Field
        label={texts.label}
        hint={texts.hint(below, own)}
        error={form.formState.errors.name?.message}
        className="w-full sm:max-w-sm"
      >
        {(control) => (
          <Input
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="url"
            {...control}
            {...form.register('name', { validate: (text) => text.trim() !== '' || texts.missing })}
          />
        )}
      </Field>
      <Button type="submit" look="plain" disabled={isPending}>
        {isPending ? texts.adding : texts.add}
      </Button>
    </form>
  );
}
