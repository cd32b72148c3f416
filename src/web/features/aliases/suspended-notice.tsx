import type { Suspension } from '#contract/sign-in.ts';
import { suspendedMessages as texts } from '#messages/pages/aliases.tsx';

/** On the dashboard: what the operator has stopped, and why. */
export function SuspendedNotice({ suspension: { scope, reason, since } }: { suspension: Suspension }) {
  return (
    <section className="flex flex-col gap-2 rounded-box bg-gone-wash px-4 py-3">
      <h2 className="font-semibold text-gone">{texts.title[scope]}</h2>
      <p>
        {texts.effect[scope]} {texts.waiting}
      </p>
      <p>{texts.reason(<time dateTime={since}>{new Date(since).toLocaleString()}</time>)}</p>
      <p className="border-l-2 border-edge pl-3 wrap-anywhere whitespace-pre-line">{reason}</p>
    </section>
  );
}
