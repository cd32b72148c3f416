import { deliveryName, type DeliveryName } from './delivery-name.ts';
import type { Copy } from './crash-sink.ts';
import type { CrashMessage } from './crash-senders.ts';

export interface CopyCount {
  /** Deliveries of accepted messages that never arrived. */
  readonly lost: number;
  /** Deliveries that arrived at least once. */
  readonly arrived: number;
  /** Copies beyond the first. */
  readonly duplicates: number;
  /** Those among them that no kill explains: a kill may double each delivery that was under way, once. */
  readonly unexplained: number;
}

const countEach = (names: Iterable<DeliveryName>): Map<DeliveryName, number> => {
  const counts = new Map<DeliveryName, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};

/** `underWay`: for each kill, the deliveries that were under way. */
export const countCopies = (
  copies: readonly Copy[],
  accepted: Iterable<CrashMessage>,
  underWay: readonly ReadonlySet<DeliveryName>[],
): CopyCount => {
  const copiesOf = countEach(copies.map(deliveryName));
  const killsOf = countEach(underWay.flatMap((names) => [...names]));
  let lost = 0;
  for (const { id, inboxes } of accepted) {
    lost += inboxes.filter((recipient) => !copiesOf.has(deliveryName({ id, recipient }))).length;
  }
  let unexplained = 0;
  for (const [name, count] of copiesOf) unexplained += Math.max(0, count - 1 - (killsOf.get(name) ?? 0));
  return { lost, arrived: copiesOf.size, duplicates: copies.length - copiesOf.size, unexplained };
};
