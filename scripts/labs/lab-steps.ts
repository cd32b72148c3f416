import type { Step } from '../run-steps.ts';

export function labTest(name: string, file: string): Step {
  return { name, command: ['vitest', 'run', '--project', 'lab', `tests/labs/${file}.test.ts`] };
}

/** The same in namespaces of its own: another network, and what is mounted there nobody else sees. */
export function secludedLabTest(name: string, file: string): Step {
  const step = labTest(name, file);
  const begin = 'ip link set lo up && exec "$@"';
  return { ...step, command: ['unshare', '--net', '--mount', 'sh', '-c', begin, 'sh', ...step.command] };
}

/** crun(1) runs nothing where some controllers are of version 1 and others of version 2: in a mount namespace it sees the former. */
export function oneVersionOfGroups(step: Step): Step {
  const begin = 'umount /sys/fs/cgroup/unified 2>/dev/null; exec "$@"';
  return { ...step, command: ['unshare', '--mount', 'sh', '-c', begin, 'sh', ...step.command] };
}

export function crashRounds(name: string, ...options: readonly string[]): Step {
  return { name, command: ['node', 'tests/crash/run-crash-rounds.ts', '--rounds', '200', ...options] };
}

/** The seed is printed. */
export function shuffled({ command, ...step }: Step): Step {
  return { ...step, command: [...command, '--sequence.shuffle.tests', '--sequence.shuffle.files'] };
}

/**
 * The same so many days from now, all of its programs, whatever environment they get: Debian's faketime is named in files of /etc,
 * which are there for this step alone. What counts from no date goes on as it does.
 */
export function daysAhead(days: number, { name, ...step }: Step): Step {
  const begin = [
    'mount -t tmpfs none /mnt && cp -a /etc/. /mnt',
    'ls /usr/lib/*/faketime/libfaketimeMT.so.1 > /mnt/ld.so.preload',
    `echo '+${days}d' > /mnt/faketimerc`,
    'mount --bind /mnt /etc && exec "$@"',
  ].join(' && ');
  return {
    ...step,
    name: `${name}, ${days} days ahead`,
    command: ['unshare', '--mount', 'sh', '-c', begin, 'sh', ...step.command],
    env: { FAKETIME_DONT_FAKE_MONOTONIC: '1' },
  };
}
