import { expect, it } from 'vitest';
import { createOutside, domainNumber } from './create-outside.ts';

it('lets each domain write its messages among those of others', () => {
  const numbers = Array.from({ length: 1000 }, (_, message) => domainNumber(message, 10));
  expect(new Set(numbers).size).toBe(100);
  for (const number of [0, 49, 50, 99]) expect(numbers.filter((one) => one === number)).toHaveLength(10);
  expect(new Set(numbers.slice(0, 50)).size).toBe(50);
});

it('has domains that nobody has asked for each time, or always the same one', async () => {
  await using scope = new AsyncDisposableStack();
  const outside = await createOutside(scope);
  const conditions = { name: '', about: '', tls: false, dnsMs: 20, messagesPerDomain: 10 };
  const [first, second] = [outside.arrange(conditions, 100), outside.arrange(conditions, 100)];
  expect(new Set([...first, ...second]).size).toBe(100);
  expect(outside.arrange({ ...conditions, messagesPerDomain: null }, 100)).toHaveLength(1);
  const real = { ...conditions, messagesPerDomain: null, newInTen: 3 };
  const [third, fourth] = [outside.arrange(real, 100), outside.arrange(real, 100)];
  expect(third.filter((domain) => domain === 'sender.example')).toHaveLength(70);
  expect(new Set([...third, ...fourth]).size).toBe(61);
});
