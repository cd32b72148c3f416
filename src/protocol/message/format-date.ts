/** A date-time of RFC 5322 §3.3 in UTC, for example `Sat, 21 Nov 2026 01:57:44 +0000`. */
export function formatDate(time: Date): string {
  return time.toUTCString().replace('GMT', '+0000');
}
