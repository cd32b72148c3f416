import { connect } from 'node:net';

/**
 * Firefox's own protocol (https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html): `LENGTH:[type, id, …]`. It reaches
 * the window around the tabs, which WebDriver BiDi does in no release before 142.
 */
export interface Marionette {
  /** Where the same session is spoken to by WebDriver BiDi. */
  readonly bidiUrl: string;
  /** The value of an expression in the window, or of the promise it gives. @throws Error that it throws. */
  evaluate(expression: string): Promise<unknown>;
  close(): void;
}

type Answer = readonly [type: number, id: number, error: { readonly message: string } | null, result: unknown];
type Command = <Result>(name: string, parameters: object) => Promise<Result>;

/** The packets that are whole, and the octets of one that is not yet. */
function takePackets(octets: Buffer): { readonly packets: readonly unknown[]; readonly rest: Buffer } {
  const packets: unknown[] = [];
  let rest = octets;
  for (;;) {
    const colon = rest.indexOf(':');
    const end = colon + 1 + Number(rest.subarray(0, Math.max(colon, 0)).toString());
    if (colon === -1 || rest.length < end) return { packets, rest };
    packets.push(JSON.parse(rest.subarray(colon + 1, end).toString()));
    rest = rest.subarray(end);
  }
}

/** Begins a session with the Firefox that listens at a port, and stays in its window. */
export async function connectMarionette(port: number): Promise<Marionette> {
  const socket = connect({ port, host: '127.0.0.1' });
  const waiting = new Map<number, (answer: Answer) => void>();
  let broken: Error | undefined;
  const greeting = new Promise<void>((resolve, reject) => {
    let rest: Buffer = Buffer.alloc(0);
    socket.on('data', (octets: Buffer) => {
      const taken = takePackets(Buffer.concat([rest, octets]));
      ({ rest } = taken);
      for (const packet of taken.packets) {
        // Its first words are no answer.
        if (!Array.isArray(packet)) resolve();
        else waiting.get((packet as unknown as Answer)[1])?.(packet as unknown as Answer);
      }
    });
    socket.on('error', reject);
    socket.on('close', () => {
      broken = new Error('Firefox has hung up.');
      for (const [id, answer] of waiting) answer([1, id, broken, null]);
      reject(broken);
    });
  });
  await greeting;
  let last = 0;
  const send: Command = async <Result>(name: string, parameters: object) => {
    if (broken !== undefined) throw broken;
    const id = (last += 1);
    const answering = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    const packet = JSON.stringify([0, id, name, parameters]);
    socket.write(`${Buffer.byteLength(packet)}:${packet}`);
    const [, , error, result] = await answering;
    waiting.delete(id);
    if (error !== null) throw new Error(`${name}: ${error.message}`);
    return result as Result;
  };
  const { capabilities } = await send<{ capabilities: { webSocketUrl: string } }>('WebDriver:NewSession', {
    webSocketUrl: true,
  });
  await send('Marionette:SetContext', { value: 'chrome' });
  return {
    bidiUrl: capabilities.webSocketUrl,
    evaluate: async (expression) => {
      const script = `return Promise.resolve(${expression}).then((value) => JSON.stringify(value))`;
      const { value } = await send<{ value: string | null }>('WebDriver:ExecuteScript', { script, args: [] });
      return value === null ? undefined : (JSON.parse(value) as unknown);
    },
    close: () => socket.destroy(),
  };
}
