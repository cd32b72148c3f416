import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseAddresses, rampWeight, type SendContext, type OwnAddress } from '#mail/send-from/choose-address.ts';

const dayMs = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 10, 22);

function own(address: string, parts: Partial<OwnAddress> & { readonly ageDays?: number } = {}): OwnAddress {
  const { ageDays = 365, ...rest } = parts;
  const sinceMs = now - ageDays * dayMs;
  return {
    address,
    hostname: `${address}.example`,
    purposes: [],
    sinceMs,
    drain: false,
    unfit: null,
    listed: false,
    ...rest,
  };
}

function departure(parts: Partial<SendContext> = {}): SendContext {
  return { kind: 'forward', ownerSince: null, rcptTo: 'inbox@target.example', firstTriedAtMs: now, ...parts };
}

/** The IPv4 address that each of so many recipients sees, counted. */
function spread(
  addresses: readonly OwnAddress[],
  count: number,
  parts: Partial<SendContext> = {},
): Map<string, number> {
  const seen = new Map<string, number>();
  for (let index = 0; index < count; index += 1) {
    const rcptTo = `inbox${index}@target.example`;
    const address = chooseAddresses(addresses, departure({ rcptTo, ...parts })).ipv4?.address ?? 'none';
    seen.set(address, (seen.get(address) ?? 0) + 1);
  }
  return seen;
}

const [a, b, c] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'] as const;
const six = '2001:db8::1';

const recipient = fc.emailAddress();
const ages = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 20 });

function manyOwn(ageDays: readonly number[]): OwnAddress[] {
  return ageDays.map((age, index) => own(`192.0.2.${index + 1}`, { ageDays: age }));
}

describe('where mail leaves from', () => {
  it('is one address for each recipient, whatever its case', () => {
    fc.assert(
      fc.property(recipient, ages, (rcptTo, ageDays) => {
        const chosen = chooseAddresses(manyOwn(ageDays), departure({ rcptTo }));
        expect(chosen.ipv4).not.toBeNull();
        expect(chooseAddresses(manyOwn(ageDays), departure({ rcptTo: rcptTo.toUpperCase() }))).toEqual(chosen);
      }),
    );
  });

  it('is shared evenly by established addresses', () => {
    const counts = spread([own(a), own(b), own(c)], 3000);
    for (const address of [a, b, c]) expect(counts.get(address)).toBeGreaterThan(900);
  });

  it('stays as it was for everybody whom an address that goes did not serve', () => {
    fc.assert(
      fc.property(recipient, fc.integer({ min: 2, max: 20 }), (rcptTo, count) => {
        const all = manyOwn(Array.from({ length: count }, () => 100));
        const before = chooseAddresses(all, departure({ rcptTo })).ipv4;
        const gone = all.find(({ address }) => address !== before?.address);
        const after = chooseAddresses(
          all.filter((one) => one !== gone),
          departure({ rcptTo }),
        ).ipv4;
        expect(after).toEqual(before);
      }),
    );
  });

  it('follows what the message is', () => {
    const addresses = [own(a), own(b, { purposes: ['sending'] }), own(c, { purposes: ['new-accounts', 'own-mail'] })];
    const from = (parts: Partial<SendContext>) => chooseAddresses(addresses, departure(parts)).ipv4?.address;
    const ownerSince = (days: number) => new Date(now - days * dayMs);
    expect(from({ kind: 'forward', ownerSince: ownerSince(1) })).toBe(a);
    expect(from({ kind: 'system', ownerSince: ownerSince(1) })).toBe(c);
    expect(from({ kind: 'sent', ownerSince: ownerSince(31) })).toBe(b);
    expect(from({ kind: 'sent', ownerSince: ownerSince(29) })).toBe(c);
    expect(from({ kind: 'sent', ownerSince: null })).toBe(b);
  });

  it('lets new accounts send as all owners do, and these as everything else leaves, where nothing else is said', () => {
    const young = { kind: 'sent', ownerSince: new Date(now) } as const;
    expect(chooseAddresses([own(a), own(b, { purposes: ['sending'] })], departure(young)).ipv4?.address).toBe(b);
    expect(chooseAddresses([own(a), own(b, { purposes: ['own-mail'] })], departure(young)).ipv4?.address).toBe(a);
  });
});

describe('a new address', () => {
  it('grows by 1.3 a day to all of its share on the thirtieth', () => {
    expect(rampWeight(30)).toBe(1);
    expect(rampWeight(400)).toBe(1);
    for (let day = 0; day < 30; day += 1) expect(rampWeight(day + 1) / rampWeight(day)).toBeCloseTo(1.3);
    // One message in 2,600 on the first day.
    expect(rampWeight(0)).toBeCloseTo(1.3 ** -30);
    expect(rampWeight(-5)).toBe(rampWeight(0));
  });

  it('gets about its share beside an established one, and half when it is established too', () => {
    const share = (ageDays: number) => (spread([own(a), own(b, { ageDays })], 20_000).get(b) ?? 0) / 20_000;
    expect(share(0)).toBeLessThan(0.002);
    expect(share(20)).toBeCloseTo(rampWeight(20) / (1 + rampWeight(20)), 1);
    expect(share(30)).toBeCloseTo(0.5, 1);
  });

  it('takes recipients over from older ones and gives none back while it grows', () => {
    fc.assert(
      fc.property(recipient, fc.integer({ min: 0, max: 29 }), (rcptTo, day) => {
        const from = (ageDays: number) =>
          chooseAddresses([own(a), own(b), own(c, { ageDays })], departure({ rcptTo })).ipv4?.address;
        const [before, after] = [from(day), from(day + 1)];
        if (before !== after) expect(after).toBe(c);
      }),
    );
  });

  it('holds nothing up where no older one is there', () => {
    expect(spread([own(a, { ageDays: 0 })], 50)).toEqual(new Map([[a, 50]]));
    const counts = spread([own(a, { ageDays: 0 }), own(b, { ageDays: 0 })], 2000);
    expect(counts.get(a)).toBeGreaterThan(800);
    expect(counts.get(b)).toBeGreaterThan(800);
  });

  it('leaves the rest of its purpose to an older one that serves all', () => {
    const sent = { kind: 'sent' } as const;
    const counts = spread([own(a), own(b, { purposes: ['sending'], ageDays: 1 })], 1000, sent);
    expect(counts.get(a)).toBeGreaterThan(980);
    expect(spread([own(a, { ageDays: 1 }), own(b, { purposes: ['sending'], ageDays: 1 })], 100, sent)).toEqual(
      new Map([[b, 100]]),
    );
  });
});

describe('an address that drains or is listed', () => {
  it.each([{ drain: true }, { listed: true }])('gets no mail while another serves: %o', (state) => {
    expect(spread([own(a), own(b, state)], 200)).toEqual(new Map([[a, 200]]));
    expect(spread([own(a), own(b, { ...state, purposes: ['forwarding'] })], 200)).toEqual(new Map([[a, 200]]));
  });

  it('serves where nothing else does', () => {
    expect(spread([own(a, { drain: true }), own(b, { purposes: ['own-mail'] })], 20)).toEqual(new Map([[a, 20]]));
  });

  it('lets a new one take all of it', () => {
    expect(spread([own(a, { drain: true }), own(b, { ageDays: 0 })], 20)).toEqual(new Map([[b, 20]]));
  });
});

describe('hosts with IPv6', () => {
  const from = (addresses: readonly OwnAddress[], parts: Partial<SendContext> = {}) => {
    const { ipv4, ipv6 } = chooseAddresses(addresses, departure(parts));
    return [ipv4?.address ?? null, ipv6?.address ?? null];
  };

  it('see an address of that family that has its name, and else none', () => {
    expect(from([own(a), own(six)])).toEqual([a, six]);
    expect(from([own(a), own(six, { unfit: 'nameless' })])).toEqual([a, null]);
    expect(from([own(six, { unfit: 'nameless' })])).toEqual([null, null]);
  });

  it('see none that serves other mail than the IPv4 address does', () => {
    const addresses = [own(a), own(six), own(b, { purposes: ['sending'] })];
    expect(from(addresses, { kind: 'sent' })).toEqual([b, null]);
    expect(from([own(a), own(six, { purposes: ['sending'] })], { kind: 'sent' })).toEqual([a, six]);
  });

  it('see none that drains, unless there is nothing else', () => {
    expect(from([own(a), own(six, { listed: true })])).toEqual([a, null]);
    expect(from([own(six, { listed: true })])).toEqual([null, six]);
    expect(from([own(a, { listed: true }), own(six)])).toEqual([a, six]);
  });

  it('see nothing of an address that this machine lost', () => {
    expect(from([own(a, { unfit: 'missing' }), own(b)])).toEqual([b, null]);
  });
});
