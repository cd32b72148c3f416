import type { TraceLine } from '#contract/held/alias-trace.ts';
import { traceMessages as texts } from '#messages/pages/held.ts';

/** What became of the mail of an alias, oldest first. */
export function TraceLines({ lines }: { lines: readonly TraceLine[] }) {
  if (lines.length === 0) return <p className="text-soft">{texts.none}</p>;
  return (
    <ol className="divide-y divide-line">
      {lines.map(({ at, event, outcome, verdict, reply }, index) => (
        <li key={index} className="py-3 first:pt-0 last:pb-0">
          <p className="font-medium">{texts.happened(texts.events[event], texts.outcomes[outcome])}</p>
          <p className="mt-1 text-soft wrap-anywhere">
            <time dateTime={at}>{new Date(at).toLocaleString(__LOCALE__)}</time>
            {reply !== null && ` · ${texts.reply(reply)}`}
            {verdict !== null && ` · ${verdict}`}
          </p>
        </li>
      ))}
    </ol>
  );
}
