import { Suspense } from 'react';
import { Navigate, useParams } from 'react-router';
import type { Account } from '#contract/account.ts';
import type { User } from '#contract/sign-in.ts';
import { controlMessages } from '#messages/pages/controls.ts';
import { settingsMessages } from '#messages/pages/settings.ts';
import { IdentityQuestion } from '#web/components/identity-question.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { ApiKeysSection } from '#web/features/settings/api-keys/api-keys-section.tsx';
import { useAccount } from '#web/features/settings/account.ts';
import { useGoogleReturn } from '#web/features/settings/methods/google-return.ts';
import { MethodsSection } from '#web/features/settings/methods/methods-section.tsx';
import { PasswordSection } from '#web/features/settings/password-section.tsx';
import { ProfileSection } from '#web/features/settings/profile-section.tsx';
import { SecondFactorSection } from '#web/features/settings/second-factor/second-factor-section.tsx';
import { SessionsSection } from '#web/features/settings/sessions-section.tsx';
import { TargetsSection } from '#web/features/settings/targets/targets-section.tsx';
import { useConfig } from '#web/lib/get-config.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';

const SecuritySection = lazyPart(
  async () => (await import('#web/features/settings/security/security-section.tsx')).SecuritySection,
  () => null,
);

const DomainsSection = lazyPart(
  async () => (await import('#web/features/settings/domains/domains-section.tsx')).DomainsSection,
  () => null,
);

const SenderRulesSection = lazyPart(
  async () => (await import('#web/features/settings/held/sender-rules-section.tsx')).SenderRulesSection,
  () => null,
);

const HeldPage = lazyPart(
  async () => (await import('#web/features/settings/held/held-page.tsx')).HeldPage,
  () => <Card className="p-12 text-center text-soft">{settingsMessages.notLoaded}</Card>,
);

const BinSection = lazyPart(
  async () => (await import('#web/features/settings/data/bin-section.tsx')).BinSection,
  () => null,
);

const ExportSection = lazyPart(
  async () => (await import('#web/features/settings/data/export-section.tsx')).ExportSection,
  () => null,
);

const ImportSection = lazyPart(
  async () => (await import('#web/features/settings/data/import-section.tsx')).ImportSection,
  () => null,
);

/** Whoever is leaving can only come back first, which the dashboard offers; whoever waits for the operator reads so there. */
export function SettingsPage({ user }: { user: User }) {
  return (user.leavingUntil ?? user.waitingSince) === undefined ? <Settings /> : <Navigate to="/dashboard" replace />;
}

function Settings() {
  const { data, isError, refetch } = useAccount();
  const isHeld = useParams()['part'] === 'held';
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-8 sm:px-6 sm:py-12">
      {!isHeld && (
        <>
          <PageTitle text={settingsMessages.title} />
          <div>
            <h1 className="text-title font-semibold">{settingsMessages.title}</h1>
            <p className="mt-1 text-soft">{settingsMessages.intro}</p>
          </div>
        </>
      )}
      {!data && !isError && <Waiting text={settingsMessages.loading} />}
      {!data && isError && (
        <Card role="alert" className="flex flex-col items-center gap-4 p-12 text-center text-soft">
          {settingsMessages.notLoaded}
          <Button look="plain" onClick={() => void refetch()}>
            {controlMessages.tryAgain}
          </Button>
        </Card>
      )}
      {data && isHeld && (
        <Suspense fallback={<Waiting text={controlMessages.loading} />}>
          <HeldPage account={data.account} />
        </Suspense>
      )}
      {data && !isHeld && <Sections account={data.account} />}
    </div>
  );
}

function Sections({ account }: { account: Account }) {
  const offersDomains = useConfig()?.features.ownDomains === true;
  useGoogleReturn();
  return (
    <>
      <ProfileSection account={account} />
      <MethodsSection account={account} />
      {account.hasPassword && <PasswordSection account={account} />}
      {account.hasPassword && <SecondFactorSection account={account} />}
      <SessionsSection />
      <Suspense fallback={<Waiting text={controlMessages.loading} />}>
        <SecuritySection passwordEnds={account.hasPassword && account.emailVerified} />
      </Suspense>
      <TargetsSection />
      {offersDomains && (
        <Suspense>
          <DomainsSection />
        </Suspense>
      )}
      <ApiKeysSection account={account} />
      <Suspense>
        <SenderRulesSection />
        <BinSection account={account} />
        <ExportSection />
        <ImportSection email={account.email} />
      </Suspense>
      <IdentityQuestion />
    </>
  );
}
