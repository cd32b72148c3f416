import { AuthPage, DashboardPage } from '#web/app/pages.ts';
import { FullScreenWaiting } from '#web/components/ui/spinner.tsx';
import { useSession } from '#web/lib/session.ts';

/** `/dashboard`: shows the sign-in screen in its place to those who are signed out. */
export const DashboardRoute = () => {
  const { user, isLoading } = useSession();
  if (isLoading) return <FullScreenWaiting />;
  return user ? <DashboardPage user={user} /> : <AuthPage />;
};
