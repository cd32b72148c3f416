import { Globe, Infinity as Unlimited, Reply, Zap, EyeOff, FileX, HandCoins, ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { Mark } from '#web/components/mark.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { WithMasks, WithoutMask } from '#web/features/landing/drawings.tsx';
import { useStats, closingText } from '#web/features/landing/social-proof.ts';
import { StartButton } from '#web/features/landing/start-buttons.tsx';

const reasons = [
  ['It is yours to switch', 'Change the inbox behind an alias whenever you like. Nobody who writes to it notices.'],
  [
    'It never answers for you',
    'A paused alias drops mail in silence. A deleted one is gone, and given to nobody else.',
  ],
  ['It speaks your language', 'Send from an alias with your own mail program, or have its mail posted to a webhook.'],
  ['It lets you leave', 'Export everything at any time. Delete the account, and what it held goes with it.'],
] as const;

export function Why() {
  return (
    <section
      aria-labelledby="why"
      className="grid gap-10 border-t border-line py-16 sm:py-24 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-20"
    >
      <div>
        <h2 id="why" className="text-title font-semibold">
          Why Kauke
        </h2>
        <p className="mt-3 text-soft">
          <span lang="lt">Kaukė</span> is Lithuanian for mask. Ours is privacy by design: what we do not keep, nobody
          can take, ask for or sell.
        </p>
      </div>
      <dl className="grid gap-x-12 gap-y-8 sm:grid-cols-2">
        {reasons.map(([title, text]) => (
          <div key={title}>
            <dt className="font-semibold">{title}</dt>
            <dd className="mt-1 text-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const cards = [
  [EyeOff, 'Privacy First', 'Your real address is sealed in our database, and we tell it to nobody who writes to you.'],
  [
    HandCoins,
    'Completely Free',
    'Unlimited aliases on every domain. There is no paid plan, so nothing is held back for it.',
  ],
  [FileX, 'Zero Logs Policy', 'We keep no log of who wrote to whom, and collect nothing of what is forwarded.'],
] as const;

export function FeatureCards() {
  return (
    <section aria-label="What you get" className="grid gap-4 pb-16 sm:pb-24 md:grid-cols-3">
      {cards.map(([Icon, title, text]) => (
        <Card key={title} className="p-6">
          <Icon aria-hidden="true" className="size-6 text-amber-deep" />
          <h2 className="mt-5 text-lead font-semibold">{title}</h2>
          <p className="mt-2 text-soft">{text}</p>
        </Card>
      ))}
    </section>
  );
}

const steps = [
  ['Sign up', 'With an email and a password, or a wallet. No name, no phone number, no card.'],
  ['Create alias', 'Choose a name and where its mail should go. One for each shop, list or stranger.'],
  ['Send and receive', 'Mail arrives in your inbox. Answer as the alias, and nobody learns which inbox that is.'],
] as const;

export function HowItWorks() {
  return (
    <section aria-labelledby="steps" className="border-t border-line py-16 sm:py-24">
      <h2 id="steps" className="text-title font-semibold">
        How It Works
      </h2>
      <p className="mt-2 text-soft">Set up in about 30 seconds.</p>
      <ol className="mt-10 grid gap-8 md:grid-cols-3 md:gap-12">
        {steps.map(([title, text], index) => (
          <li key={title} className="border-t-2 border-amber pt-5">
            <h3 className="flex gap-3 text-lead font-semibold">
              <span aria-hidden="true" className="text-amber-deep tabular-nums">
                {index + 1}
              </span>
              {title}
            </h3>
            <p className="mt-2 text-soft">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const features = [
  [Unlimited, 'Unlimited aliases'],
  [Zap, 'Instant forwarding'],
  [Reply, 'Reply anonymously'],
  [Globe, 'Multiple domains'],
] as const;

export function FeatureStrip() {
  return (
    <ul
      aria-label="In short"
      className="grid grid-cols-2 gap-x-4 gap-y-5 border-y border-line py-6 text-small font-semibold md:grid-cols-4"
    >
      {features.map(([Icon, text]) => (
        <li key={text} className="flex items-center gap-3 md:justify-center">
          <Icon aria-hidden="true" className="size-[18px] shrink-0 text-amber-deep" />
          {text}
        </li>
      ))}
    </ul>
  );
}

export function ProblemSolution() {
  return (
    <section aria-labelledby="problem" className="py-16 sm:py-24">
      <h2 id="problem" className="max-w-[24ch] text-title font-semibold">
        One address for everybody is one address too few.
      </h2>
      <div className="mt-10 grid gap-12 md:grid-cols-2 md:gap-16">
        <div>
          <WithoutMask className="w-full max-w-md" />
          <h3 className="mt-6 text-lead font-semibold">The problem</h3>
          <p className="mt-2 text-soft">
            Your address is the key that joins every account you have. A single leak is enough: it is sold on, the spam
            starts, and you can take it back from nobody.
          </p>
        </div>
        <div>
          <WithMasks className="w-full max-w-md" />
          <h3 className="mt-6 text-lead font-semibold">The solution</h3>
          <p className="mt-2 text-soft">
            An alias stands between each sender and your inbox. If one turns bad, switch it off. The others stay, and
            you know who gave yours away.
          </p>
        </div>
      </div>
    </section>
  );
}

export function ClosingCall() {
  const text = closingText(useStats());
  return (
    <section
      aria-labelledby="closing"
      className="relative mb-16 flex flex-col items-start gap-6 overflow-hidden rounded-box bg-amber-wash px-6 py-10 sm:mb-24 sm:px-12 sm:py-14"
    >
      <h2 id="closing" className="max-w-[26ch] text-title font-semibold tabular-nums">
        {text}
      </h2>
      <Mark className="absolute top-1/2 right-16 size-36 -translate-y-1/2 max-md:hidden" />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <StartButton />
        <Link
          to="/about"
          className="inline-flex min-h-11 items-center gap-2 font-semibold underline-offset-4 hover:underline"
        >
          Learn more about our mission
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      </div>
    </section>
  );
}
