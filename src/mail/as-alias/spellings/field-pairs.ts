/** A field that names one half of an address: where it begins, where its value does, and where that ends. */
export interface HalfField {
  readonly start: number;
  readonly value: number;
  readonly end: number;
  /** Its name tells only within a line. */
  readonly here: boolean;
}

/** Characters between two fields that belong together, others among them. */
const maxGap = 110;

/** The first of the fields, in the order of a text, that begins at or behind a place: by bisection. */
function firstFrom(fields: readonly HalfField[], place: number): number {
  let [low, high] = [0, fields.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((fields[middle]?.start ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Both halves that stand near each other, in either order, as `isJoined` says of what begins first; of each server the nearest user. Few
 * looks for each server, and none for users without one.
 */
export function* pairFields(
  users: readonly HalfField[],
  servers: readonly HalfField[],
  isJoined: (first: HalfField, second: HalfField) => boolean,
): Generator<readonly [HalfField, HalfField]> {
  for (const server of servers) {
    const behind = firstFrom(users, server.start);
    for (let at = behind - 1; at >= 0; at -= 1) {
      const user = users[at];
      if (user === undefined || user.end < server.start - maxGap) break;
      if (user.end > server.start || !isJoined(user, server)) continue;
      yield [user, server];
      break;
    }
    for (let at = behind; at < users.length; at += 1) {
      const user = users[at];
      if (user === undefined || user.start > server.end + maxGap) break;
      if (user.start < server.end || !isJoined(server, user)) continue;
      yield [server, user];
      break;
    }
  }
}
