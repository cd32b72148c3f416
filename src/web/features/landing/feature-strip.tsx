import { Globe, Infinity as Unlimited, Reply, Zap } from 'lucide-react';
import { featureMessages } from '#messages/pages/landing.tsx';
import { besideProvider, underProvider } from '#web/lib/page-facts.ts';

/** A text, and what is said instead where a provider elsewhere forwards the mail. The page knows before it is drawn which it is. */
export function Spoken({ text, elsewhere }: { text: string; elsewhere: string | undefined }) {
  if (elsewhere === undefined) return text;
  return (
    <>
      <span className={besideProvider}>{text}</span>
      <span className={underProvider}>{elsewhere}</span>
    </>
  );
}

const features = [
  [Unlimited, featureMessages.unlimited, featureMessages.unlimitedElsewhere],
  [Zap, featureMessages.instant, undefined],
  [Reply, featureMessages.reply, featureMessages.send],
  [Globe, featureMessages.domains, undefined],
] as const;

export function FeatureStrip() {
  return (
    <ul
      aria-label={featureMessages.label}
      className="grid grid-cols-2 gap-x-4 gap-y-5 border-y border-line py-6 text-small font-semibold md:grid-cols-4"
    >
      {features.map(([Icon, text, elsewhere]) => (
        <li key={text} className="flex items-center gap-3 md:justify-center">
          <Icon aria-hidden="true" className="size-[18px] shrink-0 text-amber-deep" />
          <Spoken text={text} elsewhere={elsewhere} />
        </li>
      ))}
    </ul>
  );
}
