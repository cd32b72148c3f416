import { DashboardPage, LandingPage } from '#web/app/pages.ts';
import { FullScreenWaiting } from '#web/components/ui/spinner.tsx';
import { useSession } from '#web/lib/session.ts';

/** `/`: the dashboard for those who are signed in, else the landing page. */
export const HomeRoute = () => {
  const { user, isLoading } = useSession();
  if (isLoading) return <FullScreenWaiting />;
  return user ? <DashboardPage user={user} /> : <LandingPage />;
};
