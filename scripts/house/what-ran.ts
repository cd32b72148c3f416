/** What V8 counted of one script since it was asked last. */
export interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
}

/** Sources below a folder, by their paths in it, of which a function ran. */
export function filesThatRan(scripts: readonly ScriptCoverage[], folder: URL): ReadonlySet<string> {
  const prefix = new URL('src/', folder).href;
  const ran = scripts.filter(
    ({ url, functions }) => url.startsWith(prefix) && functions.some(({ ranges: [whole] }) => (whole?.count ?? 0) > 0),
  );
  return new Set(ran.map(({ url }) => decodeURIComponent(url.slice(folder.href.length))));
}

/** What ran each time: what a program does by itself now and then comes with one of them at most. */
export function inEach(rounds: readonly ReadonlySet<string>[]): string[] {
  const [first = new Set<string>(), ...others] = rounds;
  return [...first].filter((file) => others.every((one) => one.has(file))).toSorted();
}

interface Inspector {
  call(method: string, parameters?: object): Promise<unknown>;
  close(): void;
}

/** Speaks to the inspector of a program (`--inspect`). */
async function openInspector(url: string): Promise<Inspector> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const failAll = (): void => {
    for (const { reject } of waiting.values()) reject(new Error('The inspector is gone.'));
  };
  socket.addEventListener('close', failAll);
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const { id, result } = JSON.parse(data) as { readonly id?: number; readonly result?: unknown };
    if (id === undefined) return;
    waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  let last = 0;
  return {
    call(method, params = {}) {
      last += 1;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(last, answer);
      socket.send(JSON.stringify({ id: last, method, params }));
      return answer.promise;
    },
    close: () => socket.close(),
  };
}

/** Counts in a program what runs while something is done to it. */
export interface RunCounter {
  during(act: () => Promise<void>): Promise<readonly ScriptCoverage[]>;
  close(): void;
}

/** `stderr`: what the program has said, where its inspector listens too. @throws Error where it does not. */
export async function countRuns(stderr: string): Promise<RunCounter> {
  // A program that begins anew with settings of its own has said so twice.
  const url = stderr.match(/ws:\/\/\S+/gu)?.at(-1);
  if (url === undefined) throw new Error('The program does not say where its inspector listens.');
  const inspector = await openInspector(url);
  await inspector.call('Profiler.enable');
  await inspector.call('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  // Each look counts from the one before.
  const take = async () =>
    ((await inspector.call('Profiler.takePreciseCoverage')) as { readonly result: readonly ScriptCoverage[] }).result;
  return {
    async during(act) {
      await take();
      await act();
      return take();
    },
    close: inspector.close,
  };
}
