import { vi } from 'vitest';
import { runKauke } from '#cli/run-kauke.ts';
import type { CommandEnd } from '#support/run-command.ts';

function collect(stream: NodeJS.WriteStream): { readonly texts: string[]; restore(): void } {
  const texts: string[] = [];
  const spy = vi.spyOn(stream, 'write').mockImplementation((text) => texts.push(String(text)) > 0);
  return { texts, restore: () => spy.mockRestore() };
}

/**
 * Runs a command of the program within this process, which costs no start of another: as `runCommand` does, but one at a time.
 * `variables` stand in its environment meanwhile.
 */
export async function runInside(
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<CommandEnd> {
  const [output, faults] = [collect(process.stdout), collect(process.stderr)];
  for (const [name, value] of Object.entries({ CONFIG_FILE: 'none', ...variables })) vi.stubEnv(name, value);
  try {
    const exitCode = await runKauke(words);
    return { exitCode, output: output.texts.join(''), faults: faults.texts.join('') };
  } finally {
    vi.unstubAllEnvs();
    output.restore();
    faults.restore();
  }
}
