import type { CrashKind, CrashMessage } from './crash-message.ts';
import { deliveryName, type Copy, type DeliveryName } from './delivery-name.ts';

export interface CopyCount {
  /** Messages answered 250. */
  readonly accepted: number;
  /** Deliveries of them that arrived at least once, and that never did. */
  readonly arrived: number;
  readonly lost: number;
  /** Copies beyond the first. */
  readonly duplicates: number;
  /** Deliveries under way at the kills. */
  readonly inFlight: number;
  /** Copies that no kill explains: a kill may double each delivery that was under way, once. */
  readonly unexplained: number;
}

export interface CopyCounts {
  readonly byKind: Readonly<Partial<Record<CrashKind, CopyCount>>>;
  /** What is lost, was doubled by no kill, or arrived where nobody sent it. */
  readonly faults: readonly string[];
}

interface Delivery {
  readonly name: DeliveryName;
  readonly copies: number;
  /** How often it was under way at a kill. */
  readonly kills: number;
}

function countEach(names: Iterable<DeliveryName>): Map<DeliveryName, number> {
  const counts = new Map<DeliveryName, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function namesOf(messages: readonly CrashMessage[]): Set<DeliveryName> {
  return new Set(messages.flatMap(({ id, arrivals }) => arrivals.map((recipient) => deliveryName({ id, recipient }))));
}

function unexplainedOf({ copies, kills }: Delivery): number {
  return Math.max(0, copies - 1 - kills);
}

function count(accepted: number, deliveries: readonly Delivery[]): CopyCount {
  const sum = (of: (delivery: Delivery) => number): number =>
    deliveries.reduce((total, delivery) => total + of(delivery), 0);
  return {
    accepted,
    arrived: sum(({ copies }) => Number(copies > 0)),
    lost: sum(({ copies }) => Number(copies === 0)),
    duplicates: sum(({ copies }) => Math.max(0, copies - 1)),
    inFlight: sum(({ kills }) => kills),
    unexplained: sum(unexplainedOf),
  };
}

function faultsOf(kind: string, deliveries: readonly Delivery[]): string[] {
  return deliveries
    .filter((delivery) => delivery.copies === 0 || unexplainedOf(delivery) > 0)
    .map(({ name, copies, kills }) => `${kind} ${name}: ${copies} copies, under way at ${kills} kills`);
}

/** `underWay`: the deliveries that were under way at each kill, after one another. */
export function countCopies(
  copies: readonly Copy[],
  accepted: Iterable<CrashMessage>,
  underWay: readonly DeliveryName[],
): CopyCounts {
  const copiesOf = countEach(copies.map(deliveryName));
  const killsOf = countEach(underWay);
  const kinds = [...Map.groupBy(accepted, ({ kind }) => kind)].map(([kind, messages]) => ({
    kind,
    messages,
    deliveries: [...namesOf(messages)].map((name) => ({
      name,
      copies: copiesOf.get(name) ?? 0,
      kills: killsOf.get(name) ?? 0,
    })),
  }));
  const wanted = new Set(kinds.flatMap(({ deliveries }) => deliveries.map(({ name }) => name)));
  const strays = [...copiesOf.keys()].filter((name) => !wanted.has(name)).map((name) => `nobody sent ${name}`);
  return {
    byKind: Object.fromEntries(
      kinds.map(({ kind, messages, deliveries }) => [kind, count(messages.length, deliveries)]),
    ),
    faults: [...kinds.flatMap(({ kind, deliveries }) => faultsOf(kind, deliveries)), ...strays],
  };
}
