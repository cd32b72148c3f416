import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { controlMessages } from '#messages/pages/controls.ts';
import { operatorMessages as texts } from '#messages/pages/operator/operator.ts';
import { IdentityQuestion } from '#web/components/identity-question.tsx';
import { NotFoundCard } from '#web/components/message-card.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { AccountSection, type AccountFinder } from '#web/features/operator/account-section.tsx';
import { BlocksSection } from '#web/features/operator/blocks-section.tsx';
import { HealthSection } from '#web/features/operator/health-section.tsx';
import { LogSection } from '#web/features/operator/log-section.tsx';
import { MailReportsSection } from '#web/features/operator/mail-reports-section.tsx';
import { queueQuery } from '#web/features/operator/operator-calls.ts';
import { ReportsSection } from '#web/features/operator/reports-section.tsx';
import { QueueSection } from '#web/features/operator/queue-section.tsx';
import { TraceSection } from '#web/features/operator/trace-section.tsx';
import { VolumeSection } from '#web/features/operator/volume-section.tsx';
import { WaitingSection } from '#web/features/operator/waiting-section.tsx';
import { RequestError } from '#web/lib/request.ts';

/** To all but operators there is no such page. */
export function OperatorPage() {
  const accounts = useRef<AccountFinder>(null);
  const { data, error, isFetching, refetch } = useQuery(queueQuery);
  if (error instanceof RequestError && error.status === 404) return <NotFoundCard />;
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-6 px-4 py-8 sm:px-6 sm:py-12">
      <PageTitle text={texts.title} />
      <div>
        <h1 className="text-title font-semibold">{texts.title}</h1>
        <p className="mt-1 text-soft">{texts.intro}</p>
      </div>
      {data === undefined && isFetching && <Waiting text={controlMessages.loading} />}
      {data === undefined && !isFetching && (
        <Card role="alert" className="flex flex-col items-center gap-4 p-12 text-center text-soft">
          {texts.notLoaded}
          <Button look="plain" onClick={() => void refetch()}>
            {controlMessages.tryAgain}
          </Button>
        </Card>
      )}
      {data !== undefined && (
        <>
          <AccountSection ref={accounts} />
          <ReportsSection onLook={(name) => accounts.current?.show(name)} />
          <WaitingSection />
          <QueueSection destinations={data.destinations} />
          <BlocksSection />
          <TraceSection />
          <VolumeSection />
          <MailReportsSection />
          <HealthSection />
          <LogSection />
        </>
      )}
      <IdentityQuestion />
    </div>
  );
}
