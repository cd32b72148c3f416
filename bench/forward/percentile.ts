/** The smallest of `values` that at least `percent` per cent of them do not exceed; 0 of none. */
export function percentile(values: readonly number[], percent: number): number {
  const rank = Math.ceil((values.length * percent) / 100);
  return values.toSorted((a, b) => a - b)[Math.max(0, rank - 1)] ?? 0;
}
