import { EyeOff, FileX, HandCoins } from 'lucide-react';
import { Card } from '#web/components/ui/card.tsx';

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
