import { Socket } from 'node:net';

/** Work of this process that does not depend on how fast it is. */
export interface Work {
  /** Writes handed to sockets of our listener, */
  readonly writesBack: number;
  /** and to those that lead to the next server. */
  readonly writesOn: number;
  /** Octets copied from buffer to buffer. */
  readonly copiedBytes: number;
}

interface Ports {
  readonly listener: number;
  readonly next: number;
}

type Method = (this: unknown, ...given: unknown[]) => unknown;

/** Puts `around` in the place of a method. What puts it back. */
function wrap(owner: object, name: string, around: (result: unknown, of: unknown, given: readonly unknown[]) => void) {
  const former = Object.getOwnPropertyDescriptor(owner, name);
  if (former === undefined) throw new Error(`no method ${name}`);
  const method = former.value as Method;
  const counted: Method = function counted(...given) {
    const result = method.apply(this, given);
    around(result, this, given);
    return result;
  };
  Object.defineProperty(owner, name, { ...former, value: counted });
  return () => Object.defineProperty(owner, name, former);
}

function bytesOf(value: unknown): number {
  return ArrayBuffer.isView(value) ? value.byteLength : 0;
}

/** Counts from now until `stop`. */
export function countWork({ listener, next }: Ports): { stop(): Work } {
  let writesBack = 0;
  let writesOn = 0;
  let copiedBytes = 0;
  const write = (_: unknown, socket: unknown): void => {
    const { localPort, remotePort } = socket as Socket;
    if (localPort === listener) writesBack += 1;
    if (remotePort === next) writesOn += 1;
  };
  const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as object;
  const undo = [
    wrap(Socket.prototype, '_write', write),
    wrap(Socket.prototype, '_writev', write),
    wrap(Buffer, 'concat', (made) => (copiedBytes += bytesOf(made))),
    wrap(Buffer, 'from', (_, __, [source]) => (copiedBytes += bytesOf(source))),
    wrap(Buffer.prototype as Buffer, 'copy', (copied) => (copiedBytes += Number(copied))),
    wrap(typedArray, 'set', (_, __, [source]) => (copiedBytes += bytesOf(source))),
  ];
  return {
    stop: () => {
      for (const one of undo.toReversed()) one();
      return { writesBack, writesOn, copiedBytes };
    },
  };
}
