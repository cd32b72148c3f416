import { describe, expect, it } from 'vitest';
import { createPasswordHasher, passwordCost, type PasswordHasherOptions } from '#core/sign-in/password-hasher.ts';
import { systemRandom } from '#platform/random.ts';
import { Semaphore } from '#platform/permits/semaphore.ts';

function createCountedHasher() {
  let computations = 0;
  const semaphore = new Semaphore({ max: 4, maxWaiting: 10 });
  const counting: PasswordHasherOptions['semaphore'] = {
    run(job, whenFull, wish) {
      computations += 1;
      return semaphore.run(job, whenFull, wish);
    },
  };
  const hasher = createPasswordHasher({ semaphore: counting, random: systemRandom, cost: passwordCost });
  return { hasher, computations: () => computations };
}

describe('a password', () => {
  it('is stored as Argon2id in PHC form with a salt of its own', async () => {
    const { hasher } = createCountedHasher();
    const [first, second] = await Promise.all([hasher.hash('correct horse', {}), hasher.hash('correct horse', {})]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(second).not.toBe(first);
  });

  it('matches itself, however its accents were typed, and nothing else', async () => {
    const { hasher } = createCountedHasher();
    const stored = await hasher.hash('caf\u00e9 at noon', {});
    expect(await hasher.verify('cafe\u0301 at noon', stored, {})).toBe(true);
    expect(await hasher.verify('cafe at noon', stored, {})).toBe(false);
    expect(await hasher.verify('', stored, {})).toBe(false);
  });

  it('costs one computation for a known and for an unknown account', async () => {
    const { hasher, computations } = createCountedHasher();
    const stored = await hasher.hash('correct horse', {});
    expect(computations()).toBe(1);
    expect(await hasher.verify('wrong horse', stored, {})).toBe(false);
    expect(computations()).toBe(2);
    expect(await hasher.verify('wrong horse', null, {})).toBe(false);
    expect(computations()).toBe(3);
  });
});
