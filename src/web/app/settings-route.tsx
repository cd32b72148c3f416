import { AuthPage, SettingsPage } from '#web/app/pages.ts';
import { SignedIn } from '#web/app/signed-in.tsx';

/** `/settings`: shows the sign-in screen in its place to those who are signed out. */
export function SettingsRoute() {
  return <SignedIn page={SettingsPage} otherwise={<AuthPage />} />;
}
