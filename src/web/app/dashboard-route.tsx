import { AuthPage, DashboardPage } from '#web/app/pages.ts';
import { SignedIn } from '#web/app/signed-in.tsx';

/** `/dashboard`: shows the sign-in screen in its place to those who are signed out. */
export const DashboardRoute = () => <SignedIn page={DashboardPage} otherwise={<AuthPage />} />;
