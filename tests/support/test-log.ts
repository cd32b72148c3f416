import { createLog, type Log } from '#platform/log.ts';

/** Lines of every log in this test file that nobody has looked at yet: of programs, of cores, of engines. */
const unread: string[] = [];

/** A log of the product for a test. Its lines go to `write` too, and are searched for addresses after the test. */
export function createTestLog(write: (line: string) => void = () => {}, now: () => number = () => 0): Log {
  return createLog((line) => {
    unread.push(line);
    write(line);
  }, now);
}

/** Takes the log of a program of its own, read from its standard error; what else it prints there is no log. */
export function followProgramLog(stderr: NodeJS.ReadableStream): void {
  let rest = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    unread.push(...lines.filter((line) => line.startsWith('{"time":')));
  });
}

/**
 * Mailboxes, the domains that tests use for people and for us, and addresses of hosts. Paths in stacks are none: what
 * stands before the at sign of a package's name is a slash.
 */
const anyAddress =
  /[^\s"'<>()[\]/\\:]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+|[a-z0-9-]\.example\b|\b(?:kauke|mask|veil)\.test\b(?!\.ts)|\b(?:[0-9]{1,3}\.){3}[0-9]{1,3}\b|(?:[0-9a-f]{1,4}:){3,}|::[0-9a-f]/iu;

/** The lines since the last call that hold an address. */
export function takeTellingLines(): string[] {
  return unread.splice(0).filter((line) => anyAddress.test(line));
}
