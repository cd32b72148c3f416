import { ownWays, type Setting } from './compare-forwarders.ts';
import type { Way } from './conditions.ts';
import { formatFigures, formatHead } from './format-figures.ts';
import { measure } from './measure.ts';
import { proveWork } from './prove-work.ts';
import { compare, formatRatio } from './ratios.ts';
import { startKauke } from './start-kauke.ts';
import { middleFigures, takeTurns, warmUp } from './take-turns.ts';

const spooled = { name: 'Kauke, spooled first', environment: { cutThrough: 'off' }, sealed: false } as const;
const settings = { shipped: ownWays[0], arc: ownWays[1], spooled } satisfies Record<Way, unknown>;

/**
 * Measures this checkout and another one in turns, so that what else the machine does meets both alike: before and after
 * a change, in one sitting. All that it starts ends with `scope`.
 * @param other its folder, installed and built; `ways`: how both are set, one after the other
 * @throws Error when something does not start or does not do its work, or a message is refused or lost
 */
export async function compareCheckouts(
  { bench, place, load, rounds, conditions, print }: Setting,
  { other, ways }: { readonly other: string; readonly ways: readonly Way[] },
  scope: AsyncDisposableStack,
): Promise<void> {
  for (const { name, environment, sealed } of ways.map((way) => settings[way])) {
    const options = { ...place, cutThrough: 'on', ...environment } as const;
    const own = await startKauke({ ...options, name: `${name}, this` }, scope);
    const theirs = await startKauke({ ...options, name: `${name}, other`, checkout: other }, scope);
    for (const forwarder of [own, theirs]) {
      await proveWork(bench, forwarder, { sealed, signedBy: forwarder.recipients[0]?.split('@')[1] ?? '' });
    }
    for (const under of conditions) {
      const turns = [own, theirs].map((forwarder) => ({ forwarder, load, conditions: under }));
      for (const turn of turns) await measure(bench, turn.forwarder, { ...turn, load: { ...load, ...warmUp } });
      const [after = [], before = []] = await takeTurns(bench, turns, rounds);
      print(formatHead());
      print(formatFigures(own.name, middleFigures(after)));
      print(formatFigures(theirs.name, middleFigures(before)));
      const [mine, others] = [
        { name: 'this', figures: after },
        { name: 'other', figures: before },
      ];
      print(formatRatio(compare({ when: under.name, own: mine, peer: others })));
      print('');
    }
  }
}
