import { expect, it } from 'vitest';
import { countSteps } from '#support/count-steps.ts';
import { growingKinds } from '#support/growing-messages.ts';

const [small, large] = [4_000, 32_000] as const;

it('a message of a hostile sender takes as many steps for each octet, however large it is', async () => {
  const inputs = growingKinds.flatMap((kind) => [
    { kind, octets: small },
    { kind, octets: large },
  ]);
  const counts = await countSteps(async ({ kind, octets }: { kind: string; octets: number }) => {
    const { readGrowing } = await import('#support/growing-messages.ts');
    await readGrowing(kind, octets);
  }, inputs);
  const growths = growingKinds.map((kind, at) => {
    const [few = 0, many = 0] = counts.slice(2 * at, 2 * at + 2);
    return { kind, few, many, growth: many / large / (few / small) };
  });
  expect(growths.filter(({ growth }) => !(growth < 2))).toEqual([]);
});
