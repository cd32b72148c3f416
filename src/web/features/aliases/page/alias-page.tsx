import { ArrowLeft } from 'lucide-react';
import { Suspense, useEffect, useRef, type MouseEvent, type RefObject } from 'react';
import type { AliasesResponse } from '#contract/aliases.ts';
import type { User } from '#contract/sign-in.ts';
import { aliasPageMessages as texts } from '#messages/pages/alias/alias-page.tsx';
import { AddressHalves } from '#web/components/email-text.tsx';
import { IdentityQuestion } from '#web/components/identity-question.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { LinkButton } from '#web/components/ui/link-button.tsx';
import { PartNotLoaded } from '#web/components/ui/part-not-loaded.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { useAliases } from '#web/features/aliases/alias-calls.ts';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { useBin } from '#web/features/aliases/list/bin-calls.ts';
import { ListNotLoaded } from '#web/features/aliases/list/view-frame.tsx';
import type { linkTo } from '#web/features/aliases/opened-alias.ts';
import { AliasBody, preloadParts } from '#web/features/aliases/page/alias-body.tsx';
import { SuspendedNotice } from '#web/features/aliases/suspended-notice.tsx';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { isFrame } from '#web/lib/page-facts.ts';
import { Link } from '#web/lib/router/link.tsx';
import { goBack } from '#web/lib/router/navigate.ts';
import { useLocation } from '#web/lib/router/place.ts';
import { Navigate } from '#web/lib/router/router.tsx';

const BinnedRow = lazyPart(
  async () => (await import('#web/features/aliases/list/binned-row.tsx')).BinnedRow,
  PartNotLoaded,
);

/** Whoever is leaving can only come back first, which the dashboard offers; whoever waits for the operator reads so there. */
export function AliasPage({ user }: { user: User }) {
  return (user.leavingUntil ?? user.waitingSince) === undefined ? (
    <OneAlias user={user} />
  ) : (
    <Navigate to="/dashboard" />
  );
}

/** Finds an alias by the id in the address: among those in use, then in the bin. */
function useOneAlias(userId: string) {
  const id = useLocation().pathname.slice('/aliases/'.length);
  const list = useAliases(userId);
  const alias = list.data?.aliases.find((one) => one.id === id);
  const bin = useBin(userId, list.data !== undefined && alias === undefined);
  const binned = alias === undefined ? bin.data?.aliases.find((one) => one.id === id) : undefined;
  // One that is restored leaves the bin, and is in the list as soon as that was asked for again.
  const isMoving = bin.isFetching || (list.isStale && list.isFetching);
  return {
    alias,
    binned,
    isError: list.isLoadingError || bin.isLoadingError,
    waits: list.isPending || bin.data === undefined || isMoving,
    retry: () => void Promise.all([list.refetch(), ...(list.data ? [bin.refetch()] : [])]),
  };
}

function nameOf({ alias, binned, isError, waits }: ReturnType<typeof useOneAlias>): string {
  const shown = alias ?? binned;
  if (shown !== undefined && !isFrame) return aliasAddress(shown);
  return waits || isError || isFrame ? texts.title : texts.notFound;
}

/** As high as the window from the first moment: what follows must not jump into view. */
function OneAlias({ user }: { user: User }) {
  const found = useOneAlias(user.id);
  useEffect(preloadParts, []);
  const title = useRef<HTMLHeadingElement>(null);
  const name = nameOf(found);
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-page flex-col gap-4 px-4 py-4 sm:px-6 sm:py-6">
      <PageTitle text={name} />
      <BackLink />
      {/* In halves it is no larger than what its frame shows first. */}
      <h1 ref={title} tabIndex={-1} aria-label={name} className="text-title font-semibold outline-none">
        {name.includes('@') ? <AddressHalves address={name} /> : name}
      </h1>
      {user.suspension && <SuspendedNotice suspension={user.suspension} />}
      {found.alias ? (
        <AliasBody key={found.alias.id} alias={found.alias} user={user} title={title} />
      ) : (
        <Absent found={found} title={title} />
      )}
      <IdentityQuestion />
    </div>
  );
}

/** Leads to the list: to the place one came from, where one did. */
function BackLink() {
  const location: { state: unknown } = useLocation();
  const { isFromList = false } = (location.state ?? {}) as Partial<ReturnType<typeof linkTo>['state']>;
  const follow = (event: MouseEvent): void => {
    if (!isFromList || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goBack();
  };
  return (
    <Link
      to="/dashboard"
      onClick={follow}
      className="-ml-2 inline-flex min-h-10 items-center gap-2 self-start rounded-box px-2 text-small font-semibold text-soft hover:bg-well hover:text-ink"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {texts.back}
    </Link>
  );
}

interface AbsentProps {
  found: ReturnType<typeof useOneAlias>;
  title: RefObject<HTMLHeadingElement | null>;
}

/** In the place of an alias that is not in use, or not known yet. */
function Absent({ found: { binned, isError, waits, retry }, title }: AbsentProps) {
  if (binned) return <Binned alias={binned} title={title} />;
  if (isError) {
    return (
      <Card>
        <ListNotLoaded text={texts.notLoaded} onRetry={retry} />
      </Card>
    );
  }
  if (waits) return <Waiting text={texts.loading} />;
  return (
    <>
      <p className="max-w-2xl text-soft">{texts.notFoundText}</p>
      <LinkButton to="/dashboard" className="self-start">
        {texts.toList}
      </LinkButton>
    </>
  );
}

interface BinnedProps extends Pick<AbsentProps, 'title'> {
  alias: AliasesResponse['aliases'][number];
}

function Binned({ alias, title }: BinnedProps) {
  return (
    <Card aria-labelledby="binned">
      <div className="border-b border-line p-5 sm:px-6">
        <h2 id="binned" className="text-lead font-semibold">
          {texts.binned}
        </h2>
        <p className="mt-1 text-small text-soft">{texts.binnedText}</p>
      </div>
      <Suspense fallback={<Waiting text={texts.loading} />}>
        <ul>
          <BinnedRow alias={alias} focusAfter={() => title.current} />
        </ul>
      </Suspense>
    </Card>
  );
}
