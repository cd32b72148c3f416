import { useQuery } from '@tanstack/react-query';
import type { Account } from '#contract/account.ts';
import { MethodsSection } from '#web/features/settings/methods/methods-section.tsx';
import { passkeysQuery } from '#web/features/settings/passkeys/passkeys.ts';
import { PasswordSection } from '#web/features/settings/password-section.tsx';
import { ProfileSection } from '#web/features/settings/profile-section.tsx';
import { AtOnce } from '#web/features/settings/at-once.tsx';

/** Who somebody is here, and how they get in. */
export function SignInSections({ account }: { account: Account }) {
  const passkeys = useQuery({ ...passkeysQuery, enabled: account.passkeys > 0 });
  return (
    <AtOnce waits={passkeys.isLoading}>
      <ProfileSection account={account} />
      <MethodsSection account={account} />
      {account.hasPassword && <PasswordSection account={account} />}
    </AtOnce>
  );
}
