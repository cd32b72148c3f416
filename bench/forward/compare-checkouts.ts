import type { Setting } from './compare-forwarders.ts';
import { formatFigures, formatHead } from './format-figures.ts';
import { measure } from './measure.ts';
import { proveWork } from './prove-work.ts';
import { startKauke } from './start-kauke.ts';
import { cpuRatioTo, middleFigures, ratioTo, takeTurns, warmUp } from './take-turns.ts';

/** The two ways that have budgets. */
const ways = [
  { name: 'as shipped', environment: {} },
  { name: 'with ARC=on', environment: { arc: 'on' } },
] as const;

/**
 * Measures this checkout and another one in turns, so that what else the machine does meets both alike: before and after
 * a change, in one sitting. All that it starts ends with `scope`.
 * @param other its folder, installed and built
 * @throws Error when something does not start or does not do its work, or a message is refused or lost
 */
export async function compareCheckouts(
  { bench, place, load, print }: Setting,
  other: string,
  scope: AsyncDisposableStack,
): Promise<void> {
  for (const { name, environment } of ways) {
    const sealed = 'arc' in environment;
    const options = { ...place, cutThrough: 'on', ...environment } as const;
    const own = await startKauke({ ...options, name: `this, ${name}` }, scope);
    const theirs = await startKauke({ ...options, name: `other, ${name}`, checkout: other }, scope);
    for (const forwarder of [own, theirs]) {
      await proveWork(bench, forwarder, { sealed, signedBy: forwarder.recipients[0]?.split('@')[1] ?? '' });
      await measure(bench, forwarder, { load: { ...load, ...warmUp } });
    }
    const [after = [], before = []] = await takeTurns(bench, [own, theirs], load);
    print(formatHead());
    print(formatFigures(own.name, middleFigures(after)));
    print(formatFigures(theirs.name, middleFigures(before)));
    const cpu = cpuRatioTo(after, before);
    print(
      `${name}: ${ratioTo(after, before).toFixed(3)} times the messages/s of the other, ` +
        `${cpu === null ? 'unknown' : cpu.toFixed(3)} times its CPU a message`,
    );
    print('');
  }
}
