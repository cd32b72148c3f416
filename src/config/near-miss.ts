function normalise(name: string): string {
  return name.toUpperCase().replaceAll('_', '');
}

/** Insertions, deletions, substitutions and swaps of neighbours that turn one text into another. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (beforeLast[column - 2] ?? Infinity) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[to.length] ?? 0;
}

/** Short names have innocent neighbours (`DB_PORT`, `SMTP_PORT`), long ones hardly any. */
function allowedDistance(length: number): number {
  if (length < 7) return 0;
  return length < 12 ? 1 : 2;
}

/** The variable that `name` was probably meant to be; null when it is none of our business. */
export function findNearMiss<Name extends string>(name: string, ours: readonly Name[]): Name | null {
  const wanted = normalise(name).replace(/^KAUKE/u, '');
  const isNear = (our: string): boolean =>
    editDistance(wanted, normalise(our)) <= allowedDistance(normalise(our).length);
  return ours.find((our) => normalise(our) === wanted) ?? ours.find(isNear) ?? null;
}
