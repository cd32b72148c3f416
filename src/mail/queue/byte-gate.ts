/** Bounds the octets in hand, in all and for each key: one slow destination never takes the room of the others. */
export interface ByteGate {
  /** Resolves with the function that gives the octets back. Larger than a whole bound passes, but alone under it. */
  take(key: string, bytes: number): Promise<() => void>;
}

interface Waiting {
  readonly key: string;
  readonly bytes: number;
  readonly enter: () => void;
}

/** First come first served among those whose key has room. */
export function createByteGate(maxBytes: number, maxBytesPerKey: number): ByteGate {
  const inHand = new Map<string, number>();
  const waiting: Waiting[] = [];
  let totalBytes = 0;

  const change = (key: string, bytes: number): void => {
    totalBytes += bytes;
    const ofKey = (inHand.get(key) ?? 0) + bytes;
    if (ofKey > 0) inHand.set(key, ofKey);
    else inHand.delete(key);
  };

  const nextToEnter = (): number =>
    waiting.findIndex(({ key, bytes }) => !inHand.has(key) || (inHand.get(key) ?? 0) + bytes <= maxBytesPerKey);

  const admit = (): void => {
    for (;;) {
      const index = nextToEnter();
      const next = waiting[index];
      if (next === undefined || (totalBytes > 0 && totalBytes + next.bytes > maxBytes)) return;
      waiting.splice(index, 1);
      change(next.key, next.bytes);
      next.enter();
    }
  };

  return {
    take: (key, bytes) =>
      new Promise((resolve) => {
        const release = (): void => {
          change(key, -bytes);
          admit();
        };
        waiting.push({ key, bytes, enter: () => resolve(release) });
        admit();
      }),
  };
}
