import { lazy } from 'react';
import { useLocation } from 'react-router';
import { operatorPage } from '#contract/pages.ts';
import { SignedIn } from '#web/app/signed-in.tsx';
import { NotFoundCard } from '#web/components/not-found-card.tsx';
import { withToaster } from '#web/components/ui/toasts.tsx';

const OperatorPage = lazy(async () => ({
  default: (await withToaster(import('#web/features/operator/operator-page.tsx'))).OperatorPage,
}));

/** What few visitors come for: the page of operators, which nothing links to, and paths that are none. */
export function OtherPage() {
  const { pathname } = useLocation();
  if (pathname !== operatorPage) return <NotFoundCard />;
  return <SignedIn page={OperatorPage} otherwise={<NotFoundCard />} />;
}
