/** Whatever somebody counted, it was less. */
const maxCount = 100_000_000;

/** A name in DNS as it is compared: lower case, without the dot of the root; null: it is none. */
export function readDomain(text: string): string | null {
  const name = text.trim().toLowerCase().replace(/\.$/u, '');
  return name.length <= 253 && /^[a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63})+$/u.test(name) ? name : null;
}

/** A whole number from 0 on; null: it is none, or nobody counted so far. */
export function readCount(value: unknown): number | null {
  const count = typeof value === 'string' && /^\d{1,12}$/u.test(value.trim()) ? Number(value) : value;
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= maxCount ? count : null;
}

/** How a reporter names a report; null: it does not, or endlessly. */
export function readReportId(value: unknown): string | null {
  const id = typeof value === 'string' ? value.trim() : '';
  return id === '' || id.length > 500 ? null : id;
}

/** A time in milliseconds since 1970, which a date can hold; null: it is none. */
export function readTime(ms: number): number | null {
  return Number.isFinite(ms) && ms > 0 && ms < 8.64e15 ? ms : null;
}
