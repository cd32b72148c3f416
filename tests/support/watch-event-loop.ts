const tickMs = 2;

/** Watches for how long this thread is kept from everything else by one piece of work. */
export interface EventLoopWatch {
  /** The longest piece of work since the last call, in milliseconds of this thread's own time: other programs do not count. */
  longestMs(): number;
  stop(): void;
}

function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Starts to watch: a timer that comes late shows what came before it. */
export function watchEventLoop(): EventLoopWatch {
  let last = spentMs();
  let longest = 0;
  const look = (): void => {
    const now = spentMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, tickMs);
  return {
    longestMs: () => {
      look();
      const found = longest;
      longest = 0;
      return found;
    },
    stop: () => clearInterval(timer),
  };
}
