const lf = 0x0a;
const dash = 0x2d;

/**
 * Offsets of the lines that begin with two dashes, in order: all that can be delimiters (RFC 2046 §5.1.1). Null when
 * there are more than `max`. One loop over the octets, for every boundary of a message: a native search for each of them
 * takes a hundred times as long where the text is made of dashes.
 */
export function findDashLines(body: Buffer, max: number): readonly number[] | null {
  const found: number[] = [];
  if (body[0] === dash && body[1] === dash) found.push(0);
  // `at` is where the second dash would stand; other octets than dashes and LF let it jump over the whole pattern.
  for (let at = 2; at < body.length;) {
    const octet = body[at];
    if (octet === dash && body[at - 1] === dash && body[at - 2] === lf) {
      if (found.length === max) return null;
      found.push(at - 1);
      at += 3;
    } else if (octet === dash) at += 1;
    else at += octet === lf ? 2 : 3;
  }
  return found;
}
