import type { ReactNode } from 'react';
import type { Suspension } from '#contract/sign-in.ts';
import { suspendedMessages as texts } from '#messages/pages/operator/suspended.tsx';
import { formatTime } from '#web/lib/format-time.ts';

/** On the dashboard: what the operator has stopped, and why. */
export function SuspendedNotice({ suspension }: { suspension: Suspension }) {
  const { scope } = suspension;
  return (
    <section className="flex flex-col gap-2 rounded-box bg-amber-wash px-4 py-3">
      <h2 className="font-semibold">{texts.title[scope]}</h2>
      <p>
        {texts.effect[scope]} {texts.waiting}
      </p>
      <SuspensionReason suspension={suspension} words={texts.reason} />
    </section>
  );
}

interface SuspensionReasonProps {
  suspension: Suspension;
  /** Before the reason. */
  words: (since: ReactNode) => ReactNode;
}

/** The operator's own words. */
export function SuspensionReason({ suspension: { reason, since }, words }: SuspensionReasonProps) {
  return (
    <>
      <p>{words(<time dateTime={since}>{formatTime(since)}</time>)}</p>
      <p className="border-l-2 border-amber pl-3 wrap-anywhere whitespace-pre-line">{reason}</p>
    </>
  );
}
