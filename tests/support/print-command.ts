import type { RunningService } from '#support/running-service.ts';

type Run<Words> = (command: RunningService['command'], words: Words, print: (line: string) => void) => Promise<void>;

/** What a command of the operator prints. @throws Error when the command fails */
export async function printCommand<Words>(
  { command }: Pick<RunningService, 'command'>,
  run: Run<Words>,
  words: Words,
): Promise<string> {
  const lines: string[] = [];
  await run(command, words, (line) => lines.push(line));
  return lines.join('\n');
}
