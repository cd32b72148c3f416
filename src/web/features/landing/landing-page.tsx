import { lazy, Suspense, useEffect } from 'react';
import { landingMessages } from '#messages/pages/landing.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { AliasPicture } from '#web/features/landing/alias-picture.tsx';
import { Headline } from '#web/features/landing/headline.tsx';
import { FeatureStrip } from '#web/features/landing/feature-strip.tsx';
import { useStats, socialProof } from '#web/features/landing/social-proof.ts';
import { GoogleButton, StartButton } from '#web/features/landing/start-buttons.tsx';
import { service } from '#web/lib/page-facts.ts';

const moreId = 'more';

/** Whoever comes back finds a page that the build has not drawn. */
const left = Promise.withResolvers<void>();

/** Code splitting: a prerendered page is read before anybody comes to what stands below the first screen. */
const Sections = lazy(async () => {
  const more = typeof document === 'undefined' ? null : document.querySelector(`[data-prerendered] #${moreId}`);
  if (more !== null) await Promise.race([comesIntoSight(more), left.promise]);
  const loading = import('#web/features/landing/sections.tsx');
  // What was prerendered stays where it cannot be loaded: its links lead on by themselves.
  const { Sections: page } = more === null ? await loading : await loading.catch(() => new Promise<never>(() => {}));
  return { default: page };
});

function comesIntoSight(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(element);
  });
}

/** `/home`, and `/` for those who are signed out. */
export function LandingPage() {
  useEffect(() => () => left.resolve(), []);
  return (
    <div className="mx-auto w-full max-w-page px-4 sm:px-6">
      <PageTitle text={landingMessages.title} />
      <Hero />
      <FeatureStrip />
      <div id={moreId}>
        <Suspense fallback={<div className="min-h-dvh" />}>
          <Sections />
        </Suspense>
      </div>
    </div>
  );
}

function Hero() {
  const stats = useStats();
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] items-center gap-14 pt-12 pb-16 sm:pt-20 sm:pb-24 lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-20">
      <div>
        <Headline />
        <p className="mt-6 text-lead font-medium">{landingMessages.tagline}</p>
        <p className="mt-3 max-w-[34rem] text-soft">{landingMessages.promise}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <StartButton />
          <GoogleButton />
        </div>
        <p className="mt-5 text-small text-soft tabular-nums">
          {service.isPrivate ? landingMessages.private : landingMessages.free(socialProof(stats))}
        </p>
      </div>
      <AliasPicture />
    </section>
  );
}
