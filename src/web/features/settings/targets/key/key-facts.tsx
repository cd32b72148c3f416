import { TriangleAlert } from 'lucide-react';
import type { TargetKeyView } from '#contract/targets.ts';
import { inboxKeyMessages as texts } from '#messages/pages/account/inbox-keys.ts';

/** Within this many days its owner should have a new one. */
const soonDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

function dayOf(time: string): string {
  return new Date(time).toLocaleDateString(__LOCALE__, { day: 'numeric', month: 'long', year: 'numeric' });
}

/** What is worth a warning about the end of a key; null: nothing. */
function warnOfEnd(expiresAt: string | null, nowMs: number): string | null {
  if (expiresAt === null) return null;
  const leftMs = Date.parse(expiresAt) - nowMs;
  if (leftMs <= 0) return texts.ended;
  return leftMs < soonDays * dayMs ? texts.endsSoon(dayOf(expiresAt)) : null;
}

/** What a key is known by. */
export function KeyFacts({ shown, nowMs }: { shown: TargetKeyView; nowMs: number }) {
  const warning = warnOfEnd(shown.expiresAt, nowMs);
  const facts = [
    [texts.kind, texts.kinds[shown.kind]],
    [texts.algorithm, shown.algorithm],
    [texts.expires, shown.expiresAt === null ? texts.never : dayOf(shown.expiresAt)],
    [texts.subject, shown.hideSubject ? texts.subjectHidden : texts.subjectShown],
  ];
  return (
    <div className="flex w-full min-w-0 flex-col gap-3 text-small">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        <dt className="text-soft">{texts.fingerprint}</dt>
        <dd className="min-w-0 font-mono wrap-anywhere">{shown.fingerprint.replaceAll(/.{4}(?=.)/g, '$& ')}</dd>
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {warning !== null && <Warning text={warning} />}
    </div>
  );
}

export function Warning({ text }: { text: string }) {
  return (
    <p className="flex items-start gap-2 text-small text-amber-deep">
      <TriangleAlert aria-hidden="true" className="mt-[2px] size-4 shrink-0" />
      {text}
    </p>
  );
}
