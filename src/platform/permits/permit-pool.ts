import type {
  PermitPoolOptions,
  LentPermits,
  LeaseStore,
  PermitBroker,
  PermitEvent,
  PermitRule,
  PermitSource,
} from '#platform/permits/permits.ts';

interface Held {
  permits: number;
  /** What it was told to keep at most. */
  share: number | null;
  /** Recalls that it has not answered. */
  owes: number;
}

interface Want<State> {
  readonly client: Client<State>;
  readonly permits: number;
  readonly waits: boolean;
}

interface Client<State> {
  readonly tell: (key: string, event: PermitEvent<State>) => void;
}

interface Account<State, Report> {
  readonly rule: PermitRule<State, Report>;
  readonly clients: Map<Client<State>, Held>;
  wants: Want<State>[];
  taken: number;
  endsAtMs: number;
  /** Permits that this program may lend, where other programs share them. */
  leased: number;
  /** An answer of the leaseStore is awaited, or was none: then nothing more is asked for the present wants. */
  lease: 'idle' | 'asked' | 'refused';
}

/**
 * Lends the permits of each key to clients, in the order in which they ask. What one lacks is recalled from where it lies
 * unused; while somebody waits, each keeps no more than its share. Never lends more than the rule of the key allows.
 */
export class PermitPool<State = null, Report = never> implements PermitSource<State, Report> {
  readonly block: number;
  readonly windowMs: number | null;
  readonly #options: PermitPoolOptions<State, Report>;
  readonly #accounts = new Map<string, Account<State, Report>>();
  #clients = 0;
  #leaseStore: LeaseStore | null = null;

  constructor(options: PermitPoolOptions<State, Report>) {
    this.#options = options;
    this.block = options.block;
    this.windowMs = options.windowMs;
  }

  /** `leave`: the client is gone, and what it held is free. */
  join(tell: Client<State>['tell']): PermitBroker<Report> & { leave(): void } {
    const client = { tell };
    this.#clients += 1;
    return {
      ask: (key, permits, waits) => {
        const account = this.#find(key);
        if (permits === 0) this.#withdraw(key, account, client);
        else account.wants.push({ client, permits, waits });
        this.#serve(key, account);
      },
      release: (key, permits, answers) => this.#take(key, client, permits, answers),
      report: (key, report) => this.#learn(key, client, report),
      leave: () => {
        this.#clients -= 1;
        for (const [key, account] of this.#accounts) this.#forgetClient(key, account, client);
      },
    };
  }

  /** Permits are leased from `leaseStore` from now on. @returns those that are lent now, which are all the pool has at first. */
  lendFrom(leaseStore: LeaseStore): LentPermits[] {
    this.#leaseStore = leaseStore;
    const lent: LentPermits[] = [];
    for (const [key, account] of this.#accounts) {
      account.leased = account.taken;
      account.lease = 'idle';
      if (account.taken > 0) lent.push({ key, permits: account.taken, endsAtMs: account.endsAtMs });
    }
    return lent;
  }

  /** All permits are this program's again. */
  lendAll(): void {
    this.#leaseStore = null;
    for (const [key, account] of this.#accounts) this.#serve(key, account);
  }

  /** To be called now and then: gives leased permits back that nobody uses, and asks again for those that were refused. */
  sweep(): void {
    for (const [key, account] of this.#accounts) {
      if (account.lease === 'refused') account.lease = 'idle';
      if (this.#options.clock.now() >= account.endsAtMs && account.wants.length === 0) this.#accounts.delete(key);
      else if (account.wants.length > 0) this.#serve(key, account);
      else if (account.taken === 0) this.#giveLeased(key, account, account.leased);
      this.#forgetEmpty(key, account);
    }
  }

  #find(key: string): Account<State, Report> {
    const known = this.#accounts.get(key);
    const { windowMs, clock, rule, remembered } = this.#options;
    const isOver = known !== undefined && clock.now() >= known.endsAtMs;
    if (known !== undefined && !isOver) return known;
    if (known === undefined && this.#accounts.size >= remembered) this.#forgetOne();
    const account = {
      rule: rule(key),
      clients: new Map<Client<State>, Held>(),
      wants: isOver ? known.wants : [],
      taken: 0,
      endsAtMs: windowMs === null ? Infinity : clock.now() + windowMs,
      leased: 0,
      lease: 'idle' as const,
    };
    this.#accounts.set(key, account);
    return account;
  }

  #forgetOne(): void {
    for (const [key, account] of this.#accounts) {
      const { taken, wants, clients, endsAtMs, leased } = account;
      if (wants.length > 0 || (taken > 0 && endsAtMs === Infinity)) continue;
      this.#giveLeased(key, account, leased);
      this.#accounts.delete(key);
      for (const client of clients.keys()) client.tell(key, { share: null, recall: false, state: null });
      return;
    }
  }

  /** What has a state is remembered for it, uses for their window. */
  #forgetEmpty(key: string, { taken, wants, rule, leased, lease }: Account<State, Report>): void {
    const isLeased = this.#leaseStore !== null && (leased > 0 || lease === 'asked');
    if (taken === 0 && wants.length === 0 && rule.state === null && !isLeased) this.#accounts.delete(key);
  }

  #withdraw(key: string, account: Account<State, Report>, client: Client<State>): void {
    const hadSome = account.wants.some((want) => want.client === client);
    account.wants = account.wants.filter((want) => want.client !== client);
    if (hadSome) this.#grant(key, account, client, 0);
  }

  #heldBy(account: Account<State, Report>, client: Client<State>): Held {
    const held = account.clients.get(client) ?? { permits: 0, share: null, owes: 0 };
    account.clients.set(client, held);
    return held;
  }

  #take(key: string, client: Client<State>, permits: number, answers: boolean): void {
    const account = this.#accounts.get(key);
    const held = account?.clients.get(client);
    if (account === undefined || held === undefined) return;
    // What was held in a window before is no more.
    const back = Math.min(permits, held.permits);
    held.permits -= back;
    account.taken -= back;
    if (answers && held.owes > 0) held.owes -= 1;
    this.#settle(key, account);
  }

  #forgetClient(key: string, account: Account<State, Report>, client: Client<State>): void {
    const held = account.clients.get(client);
    account.clients.delete(client);
    account.wants = account.wants.filter((want) => want.client !== client);
    account.rule.gone(client);
    // How many of its uses it had not made, nobody knows any more.
    if (account.endsAtMs === Infinity) account.taken -= held?.permits ?? 0;
    this.#settle(key, account);
  }

  #settle(key: string, account: Account<State, Report>): void {
    this.#serve(key, account);
    const [unused, block] = [account.leased - account.taken, this.#options.leaseBlock(account.rule.max)];
    if (unused > block) this.#giveLeased(key, account, unused - Math.floor(block / 2));
    this.#forgetEmpty(key, account);
  }

  #learn(key: string, client: Client<State>, report: Report): void {
    const account = this.#find(key);
    const { rule } = account;
    const known = rule.state;
    this.#heldBy(account, client);
    rule.learn(report, account.taken, client);
    if (rule.free(account.taken) < 0) this.#recall(key, account, null);
    if (rule.state !== known) {
      for (const [each, { share }] of account.clients) each.tell(key, { share, recall: false, state: rule.state });
    }
    this.#serve(key, account);
  }
  #serve(key: string, account: Account<State, Report>): void {
    // A client in this process asks on while it is answered.
    for (const want of account.wants.slice()) if (account.wants.includes(want)) this.#answer(key, account, want);
    if (account.wants.length === 0) this.#loosen(key, account);
  }

  /** As far as there is an answer yet. */
  #answer(key: string, account: Account<State, Report>, want: Want<State>): void {
    const grant = (permits: number): void => {
      account.wants = account.wants.filter((other) => other !== want);
      this.#grant(key, account, want.client, permits);
    };
    const grantFree = (): boolean => {
      const free = this.#free(account);
      if (free > 0) grant(Math.min(free, want.permits + this.#spare(account, want)));
      return free > 0;
    };
    if (want.waits && account.rule.refusesWaiting) return grant(0);
    if (grantFree() || this.#isLeasing(key, account, want)) return;
    const isAwaited = this.#recall(key, account, want.client);
    // Holders in this process have given back by now.
    if (!grantFree() && !isAwaited && !want.waits) grant(0);
  }

  #free({ rule, taken, leased }: Account<State, Report>): number {
    const free = rule.free(taken);
    return this.#leaseStore === null ? free : Math.min(free, leased - taken);
  }

  /** What a client gets beyond what it asked for, so that it need not ask each time: not where permits run short. */
  #spare(account: Account<State, Report>, { permits }: Want<State>): number {
    if (account.wants.length > 1) return 0;
    const left = Math.floor((this.#free(account) - permits) / Math.max(1, this.#clients));
    return Math.max(0, Math.min(this.#options.block - permits, left));
  }

  #grant(key: string, account: Account<State, Report>, client: Client<State>, permits: number): void {
    const { rule, endsAtMs } = account;
    const held = this.#heldBy(account, client);
    held.permits += permits;
    account.taken += permits;
    if (permits > 0) rule.granted(client);
    const window = endsAtMs === Infinity ? {} : { endsAtMs };
    client.tell(key, { granted: permits, ...window, share: held.share, recall: false, state: rule.state });
  }

  /** Asks all others for what they do not use. @returns whether answers are awaited. */
  #recall(key: string, account: Account<State, Report>, asker: Client<State> | null): boolean {
    const { rule, taken, clients, wants } = account;
    const permits = Math.max(0, taken + rule.free(taken));
    const sharers = new Set(wants.map((want) => want.client));
    for (const [client, held] of clients) if (held.permits > 0) sharers.add(client);
    const share = Math.floor(permits / Math.max(1, sharers.size));
    let isAwaited = false;
    for (const [client, held] of clients) {
      if (client === asker) continue;
      if (held.permits > 0 && held.share !== share) {
        // One that was told before has given back what it did not use.
        const recall = held.share === null;
        held.share = share;
        if (recall) held.owes += 1;
        client.tell(key, { share, recall, state: rule.state });
      }
      isAwaited ||= held.owes > 0;
    }
    return isAwaited;
  }

  /** Nobody lacks any: each may keep a block again. */
  #loosen(key: string, { rule, clients, taken }: Account<State, Report>): void {
    if (rule.free(taken) <= 0) return;
    for (const [client, held] of clients) {
      if (held.share === null) continue;
      held.share = null;
      client.tell(key, { share: null, recall: false, state: rule.state });
    }
  }

  /** Asks the lease store for what is lacking, and a block for uses within a window; for others half a block, as they come back. @returns whether its answer is awaited. */
  #isLeasing(key: string, account: Account<State, Report>, { permits }: Want<State>): boolean {
    const leaseStore = this.#leaseStore;
    const { rule, taken, leased, lease } = account;
    if (leaseStore === null || lease === 'asked') return leaseStore !== null;
    const spare = Math.floor(this.#options.leaseBlock(rule.max) / (this.windowMs === null ? 2 : 1));
    const lacking = Math.min(rule.free(taken), rule.max - leased, permits + spare);
    if (lease === 'refused' || lacking <= 0) return false;
    account.lease = 'asked';
    void leaseStore.lease(key, lacking, rule.max).then((granted) => {
      if (this.#accounts.get(key) !== account || this.#leaseStore !== leaseStore)
        return leaseStore.giveBack(key, granted.permits);
      account.leased += granted.permits;
      account.endsAtMs = Math.min(account.endsAtMs, granted.endsAtMs);
      account.lease = granted.permits > 0 ? 'idle' : 'refused';
      this.#settle(key, account);
    });
    return true;
  }

  #giveLeased(key: string, account: Account<State, Report>, permits: number): void {
    if (this.#leaseStore === null || permits <= 0) return;
    account.leased -= permits;
    this.#leaseStore.giveBack(key, permits);
  }
}
