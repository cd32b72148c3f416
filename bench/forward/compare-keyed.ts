import type { Setting } from './compare-forwarders.ts';
import { formatFigures, formatHead } from './format-figures.ts';
import { measure } from './measure.ts';
import { percentile } from './percentile.ts';
import { startKauke } from './start-kauke.ts';
import { cpuRatioTo, middleFigures, ratiosTo, takeTurns, warmUp } from './take-turns.ts';

/**
 * Measures what it costs that so many of all inboxes have an OpenPGP key: two of the program in turns, one with keys and one without.
 * Without keys nothing of it is loaded, and no message is looked at for it.
 * @throws Error when something does not start or does not do its work, or a message is refused or lost
 */
export async function compareKeyed(
  { bench, place, load, rounds, conditions, print }: Setting,
  share: number,
  scope: AsyncDisposableStack,
): Promise<void> {
  const keyed = Math.max(1, Math.round(place.accounts * share));
  const options = { ...place, cutThrough: 'on' } as const;
  const without = await startKauke({ ...options, name: 'no inbox with a key' }, scope);
  const withKeys = await startKauke({ ...options, keyed, name: `${keyed} of ${place.accounts} inboxes keyed` }, scope);
  for (const forwarder of [withKeys, without]) await measure(bench, forwarder, { load: { ...load, ...warmUp } });
  for (const under of conditions) {
    const turns = [withKeys, without].map((forwarder) => ({ forwarder, load, conditions: under }));
    const [encrypted = [], plain = []] = await takeTurns(bench, turns, rounds);
    print(`${under.name}: ${under.about}`);
    print(formatHead());
    print(formatFigures(withKeys.name, middleFigures(encrypted)));
    print(formatFigures(without.name, middleFigures(plain)));
    const cpu = cpuRatioTo(encrypted, plain)?.toFixed(2) ?? 'unknown';
    const speed = percentile(ratiosTo(encrypted, plain), 50).toFixed(2);
    print(`with keys: ${cpu} times the CPU a message, ${speed} times the messages a second`);
    print('');
  }
}
