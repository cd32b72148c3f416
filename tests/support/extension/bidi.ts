/** WebDriver BiDi (https://w3c.github.io/webdriver-bidi): commands to the tabs of a browser, in one session. */
export interface Bidi {
  /** @throws Error in the browser's words. */
  send<Result>(method: string, params?: object): Promise<Result>;
  /** The value of an expression in a context, or of the promise it gives. @throws Error that it throws. */
  evaluate(context: string, expression: string): Promise<unknown>;
  close(): void;
}

interface Answer {
  readonly id: number | null;
  readonly type: 'success' | 'error' | 'event';
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

type Evaluated =
  | { readonly type: 'success'; readonly result: { readonly value?: string } }
  | { readonly type: 'exception'; readonly exceptionDetails: { readonly text: string } };

/** Joins the session at an address. */
export async function connectBidi(url: string): Promise<Bidi> {
  const socket = new WebSocket(url);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error('The browser does not listen.')));
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id === null) return;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let last = 0;
  const send = async <Result>(method: string, params: object = {}): Promise<Result> => {
    const id = (last += 1);
    const answering = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { type, result, error, message } = await answering;
    if (type === 'error') throw new Error(`${method}: ${error}: ${message}`);
    return result as Result;
  };
  return {
    send,
    evaluate: async (context, expression) => {
      // As JSON: the protocol's own shape for objects is another.
      const written = `Promise.resolve(${expression}).then((value) => JSON.stringify(value))`;
      const params = { expression: written, target: { context }, awaitPromise: true };
      const answer = await send<Evaluated>('script.evaluate', params);
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
      const { value } = answer.result;
      return value === undefined ? undefined : (JSON.parse(value) as unknown);
    },
    close: () => socket.close(),
  };
}
