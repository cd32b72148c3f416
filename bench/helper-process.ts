import { fork } from 'node:child_process';
import { within } from './within.ts';

const killTimeoutMs = 10_000;

/** What a helper process can be asked: name → question and answer. */
export type Calls = Record<string, { readonly ask: unknown; readonly answer: unknown }>;

type Handlers<C extends Calls> = { [name in keyof C]: (ask: C[name]['ask']) => Promise<C[name]['answer']> };

interface Call {
  readonly id: number;
  readonly name: string;
  readonly ask: unknown;
}

interface Answer {
  readonly id: number;
  readonly answer?: unknown;
  /** Why there is none. */
  readonly fault?: string;
}

/** A process of its own that answers calls. */
export interface HelperProcess<C extends Calls> {
  readonly pid: number;
  /** @throws Error what the helper says, when it ends before its answer, or after `timeoutMs` */
  call<Name extends keyof C & string>(name: Name, ask: C[Name]['ask'], timeoutMs: number): Promise<C[Name]['answer']>;
}

/** Starts `file` as a helper that ends with `scope`. */
export function startHelper<C extends Calls>(file: URL, scope: AsyncDisposableStack): HelperProcess<C> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const child = fork(file, { serialization: 'advanced' });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  scope.defer(async () => {
    child.kill('SIGKILL');
    await within(killTimeoutMs, 'the end of a helper process', exit);
  });
  child.on('message', (message) => {
    const { id, answer, fault } = message as Answer;
    const call = waiting.get(id);
    waiting.delete(id);
    if (fault === undefined) call?.resolve(answer);
    else call?.reject(new Error(fault));
  });
  child.once('exit', () => {
    for (const call of waiting.values()) call.reject(new Error('a helper process of the benchmark has ended'));
  });
  let id = 0;
  return {
    pid: child.pid ?? 0,
    call: (name, ask, timeoutMs) => {
      id += 1;
      const answered = Promise.withResolvers<unknown>();
      waiting.set(id, answered);
      child.send({ id, name, ask } satisfies Call, (error) => {
        if (error !== null) answered.reject(error);
      });
      // Both sides are checked against the same `Calls`.
      return within(timeoutMs, `${name} of a helper process`, answered.promise as Promise<C[typeof name]['answer']>);
    },
  };
}

/** The helper's side: answers calls until its parent is gone. */
export function answerCalls<C extends Calls>(handlers: Handlers<C>): void {
  const send = (answer: Answer): void => void process.send?.(answer);
  process.on('message', (message) => {
    const { id, name, ask } = message as Call;
    const handler = handlers[name];
    if (handler === undefined) return send({ id, fault: `no call is named ${name}` });
    handler(ask).then(
      (answer) => send({ id, answer }),
      (error: unknown) => send({ id, fault: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit());
}
