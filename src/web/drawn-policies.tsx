import type { ReactNode } from 'react';
import { isPrivate } from '#contract/account/registration-mode.ts';
import type { PolicyPath } from '#contract/pages.ts';
import type { PublicConfig } from '#contract/site.ts';
import { Layout } from '#web/app/layout.tsx';
import { queryClient } from '#web/app/query-client.ts';
import { drawPage } from '#web/draw-page.tsx';
import { AboutPage } from '#web/features/legal/about-page.tsx';
import { GdprPage } from '#web/features/legal/gdpr-page.tsx';
import { PrivacyPage } from '#web/features/legal/privacy-page.tsx';
import { TermsPage } from '#web/features/legal/terms-page.tsx';
import { TransparencyPage } from '#web/features/legal/transparency-page.tsx';
import { configQuery } from '#web/lib/get-config.ts';
import { service } from '#web/lib/page-facts.ts';

/** Not by the router: that leads to every page there is, and the server carries what draws these. */
const policies: Readonly<Record<PolicyPath, ReactNode>> = {
  '/about': <AboutPage />,
  '/privacy': <PrivacyPage />,
  '/terms': <TermsPage />,
  '/gdpr': <GdprPage />,
  '/transparency': <TransparencyPage />,
};

async function drawOnce(config: PublicConfig): Promise<Map<string, string>> {
  service.isPrivate = isPrivate(config.registration);
  queryClient.setQueryData(configQuery.queryKey, config);
  const drawn = new Map<string, string>();
  for (const [path, page] of Object.entries(policies)) {
    drawn.set(path, await drawPage(path, <Layout>{page}</Layout>));
  }
  queryClient.clear();
  return drawn;
}

let last: Promise<unknown> = Promise.resolve();

/** Built for the running server: draws the policies, which state what its operator decided; one installation after the other. */
export function drawPolicies(config: PublicConfig): Promise<Map<string, string>> {
  const drawn = last.then(() => drawOnce(config));
  last = drawn.catch(() => undefined);
  return drawn;
}
