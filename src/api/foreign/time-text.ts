/** A time as clients of addy.io read it: `2026-01-31 08:00:00`, in UTC. */
export function timeText(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ');
}
