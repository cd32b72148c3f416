import type { Event } from '#contract/site.ts';

interface PrivacySignals {
  readonly doNotTrack?: string | null;
  readonly globalPrivacyControl?: boolean;
}

function wantsNoCounting({ doNotTrack, globalPrivacyControl }: PrivacySignals): boolean {
  return doNotTrack === '1' || globalPrivacyControl === true;
}

/** An event for the daily counts: its name, nothing about who. Asked not to (DNT, GPC), the browser sends nothing at all. */
export function recordEvent(event: Event): void {
  if (wantsNoCounting(navigator)) return;
  void fetch('/api/events', {
    method: 'POST',
    // Also when the page is being left, as by a link to another site.
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(event),
    // A count that is lost is no matter to the reader.
  }).catch(() => undefined);
}
