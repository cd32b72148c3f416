import { Globe, Infinity as Unlimited, Reply, Zap } from 'lucide-react';

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
