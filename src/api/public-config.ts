import type { Site } from '#api/describe-site.ts';
import { isPrivate } from '#contract/account/registration-mode.ts';
import { providerFeatures } from '#contract/provider.ts';
import type { PublicConfig } from '#contract/site.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';

const monthLength = 'yyyy-mm'.length;

/** What the browser must know of the set-up, and may. */
export function publicConfig(
  { settings, domains, google, provider, clock }: PublicConfigContext,
  { version, smtp, privacyEmail, links, legal }: Site,
): PublicConfig {
  const { registration } = settings;
  const domain = domains.names()[0] ?? '';
  const thisMonth = new Date(clock.now()).toISOString().slice(0, monthLength);
  const { reportNext } = legal;
  return {
    version,
    delivery: settings.delivery,
    preview: settings.delivery === 'preview',
    google: google !== null,
    provider: provider.name,
    features: providerFeatures[provider.name],
    registration,
    defaultDomain: isPrivate(registration) ? '' : domain,
    confirmationRequired: settings.targetConfirmation === 'required',
    smtp,
    privacyEmail: privacyEmail ?? (isPrivate(registration) ? null : `postmaster@${domain}`),
    links,
    // What is over is not announced.
    legal: { ...legal, reportNext: reportNext !== null && reportNext >= thisMonth ? reportNext : null },
  };
}

export type PublicConfigContext = Pick<AccountContext, 'settings' | 'domains' | 'google' | 'provider' | 'clock'>;
