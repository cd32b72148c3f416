import type {
  LedgerOptions,
  LentPlaces,
  Lessor,
  PlaceDesk,
  PlaceNews,
  PlaceRule,
  PlaceSource,
} from '#platform/places/places.ts';

interface Held {
  places: number;
  /** What it was told to keep at most. */
  share: number | null;
  /** Recalls that it has not answered. */
  owes: number;
}

interface Want<State> {
  readonly holder: Holder<State>;
  readonly places: number;
  readonly waits: boolean;
}

interface Holder<State> {
  readonly tell: (key: string, news: PlaceNews<State>) => void;
}

interface Account<State, Report> {
  readonly rule: PlaceRule<State, Report>;
  readonly holders: Map<Holder<State>, Held>;
  wants: Want<State>[];
  taken: number;
  endsAtMs: number;
  /** Of those shared with other programs: how many this one may lend. */
  leased: number;
  /** An answer of the lessor is awaited, or was none: then nothing more is asked for the present wants. */
  lease: 'idle' | 'asked' | 'refused';
}

/**
 * Lends the places of each key to holders, in the order in which they ask. What one lacks is recalled from where it lies
 * unused; while somebody waits, each keeps no more than its share. Never lends more than the rule of the key allows.
 */
export class PlaceLedger<State = null, Report = never> implements PlaceSource<State, Report> {
  readonly block: number;
  readonly windowMs: number | null;
  readonly #options: LedgerOptions<State, Report>;
  readonly #accounts = new Map<string, Account<State, Report>>();
  #holders = 0;
  #lessor: Lessor | null = null;

  constructor(options: LedgerOptions<State, Report>) {
    this.#options = options;
    this.block = options.block;
    this.windowMs = options.windowMs;
  }

  /** `leave`: the holder is gone, and what it held is free. */
  join(tell: Holder<State>['tell']): PlaceDesk<Report> & { leave(): void } {
    const holder = { tell };
    this.#holders += 1;
    return {
      ask: (key, places, waits) => {
        const account = this.#find(key);
        if (places === 0) this.#withdraw(key, account, holder);
        else account.wants.push({ holder, places, waits });
        this.#serve(key, account);
      },
      give: (key, places, answers) => this.#take(key, holder, places, answers),
      report: (key, report) => this.#learn(key, holder, report),
      leave: () => {
        this.#holders -= 1;
        for (const [key, account] of this.#accounts) this.#forgetHolder(key, account, holder);
      },
    };
  }

  /** From now on places are leased; all there is at first is what is lent, and this lists it. */
  lendFrom(lessor: Lessor): LentPlaces[] {
    this.#lessor = lessor;
    const lent: LentPlaces[] = [];
    for (const [key, account] of this.#accounts) {
      account.leased = account.taken;
      account.lease = 'idle';
      if (account.taken > 0) lent.push({ key, places: account.taken, endsAtMs: account.endsAtMs });
    }
    return lent;
  }

  /** All places are this program's again. */
  lendAll(): void {
    this.#lessor = null;
    for (const [key, account] of this.#accounts) this.#serve(key, account);
  }

  /** To be called now and then: gives leased places back that nobody uses, and asks again for those that were refused. */
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
      holders: new Map<Holder<State>, Held>(),
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
      const { taken, wants, holders, endsAtMs, leased } = account;
      if (wants.length > 0 || (taken > 0 && endsAtMs === Infinity)) continue;
      this.#giveLeased(key, account, leased);
      this.#accounts.delete(key);
      for (const holder of holders.keys()) holder.tell(key, { share: null, recall: false, state: null });
      return;
    }
  }

  /** What has a state is remembered for it, uses for their window. */
  #forgetEmpty(key: string, { taken, wants, rule, leased, lease }: Account<State, Report>): void {
    const isLeased = this.#lessor !== null && (leased > 0 || lease === 'asked');
    if (taken === 0 && wants.length === 0 && rule.state === null && !isLeased) this.#accounts.delete(key);
  }

  #withdraw(key: string, account: Account<State, Report>, holder: Holder<State>): void {
    const hadSome = account.wants.some((want) => want.holder === holder);
    account.wants = account.wants.filter((want) => want.holder !== holder);
    if (hadSome) this.#grant(key, account, holder, 0);
  }

  #heldBy(account: Account<State, Report>, holder: Holder<State>): Held {
    const held = account.holders.get(holder) ?? { places: 0, share: null, owes: 0 };
    account.holders.set(holder, held);
    return held;
  }

  #take(key: string, holder: Holder<State>, places: number, answers: boolean): void {
    const account = this.#accounts.get(key);
    const held = account?.holders.get(holder);
    if (account === undefined || held === undefined) return;
    // What was held in a window before is no more.
    const back = Math.min(places, held.places);
    held.places -= back;
    account.taken -= back;
    if (answers && held.owes > 0) held.owes -= 1;
    this.#settle(key, account);
  }

  #forgetHolder(key: string, account: Account<State, Report>, holder: Holder<State>): void {
    const held = account.holders.get(holder);
    account.holders.delete(holder);
    account.wants = account.wants.filter((want) => want.holder !== holder);
    account.rule.gone(holder);
    // How many of its uses it had not made, nobody knows any more.
    if (account.endsAtMs === Infinity) account.taken -= held?.places ?? 0;
    this.#settle(key, account);
  }

  #settle(key: string, account: Account<State, Report>): void {
    this.#serve(key, account);
    const [unused, block] = [account.leased - account.taken, this.#options.leaseBlock(account.rule.max)];
    if (unused > block) this.#giveLeased(key, account, unused - Math.floor(block / 2));
    this.#forgetEmpty(key, account);
  }

  #learn(key: string, holder: Holder<State>, report: Report): void {
    const account = this.#find(key);
    const { rule } = account;
    const known = rule.state;
    this.#heldBy(account, holder);
    rule.learn(report, account.taken, holder);
    if (rule.free(account.taken) < 0) this.#recall(key, account, null);
    if (rule.state !== known) {
      for (const [each, { share }] of account.holders) each.tell(key, { share, recall: false, state: rule.state });
    }
    this.#serve(key, account);
  }
  #serve(key: string, account: Account<State, Report>): void {
    // A holder in this process asks on while it is answered.
    for (const want of account.wants.slice()) if (account.wants.includes(want)) this.#answer(key, account, want);
    if (account.wants.length === 0) this.#loosen(key, account);
  }

  /** As far as there is an answer yet. */
  #answer(key: string, account: Account<State, Report>, want: Want<State>): void {
    const { rule } = account;
    const grant = (places: number): void => {
      account.wants = account.wants.filter((other) => other !== want);
      this.#grant(key, account, want.holder, places);
    };
    const grantFree = (): boolean => {
      const free = this.#free(account);
      if (free > 0) grant(Math.min(free, want.places + this.#spare(account, want)));
      return free > 0;
    };
    if (want.waits && rule.refusesWaiting) return grant(0);
    if (grantFree() || this.#isLeasing(key, account, want)) return;
    const isAwaited = this.#recall(key, account, want.holder);
    // Holders in this process have given back by now.
    if (!grantFree() && !isAwaited && !want.waits) grant(0);
  }

  #free({ rule, taken, leased }: Account<State, Report>): number {
    const free = rule.free(taken);
    return this.#lessor === null ? free : Math.min(free, leased - taken);
  }

  /** What a holder gets beyond what it asked for, so that it need not ask each time: not where places run short. */
  #spare(account: Account<State, Report>, { places }: Want<State>): number {
    if (account.wants.length > 1) return 0;
    const left = Math.floor((this.#free(account) - places) / Math.max(1, this.#holders));
    return Math.max(0, Math.min(this.#options.block - places, left));
  }

  #grant(key: string, account: Account<State, Report>, holder: Holder<State>, places: number): void {
    const { rule, endsAtMs } = account;
    const held = this.#heldBy(account, holder);
    held.places += places;
    account.taken += places;
    if (places > 0) rule.granted(holder);
    const window = endsAtMs === Infinity ? {} : { endsAtMs };
    holder.tell(key, { granted: places, ...window, share: held.share, recall: false, state: rule.state });
  }

  /** Asks all others for what they do not use. @returns whether answers are awaited. */
  #recall(key: string, account: Account<State, Report>, asker: Holder<State> | null): boolean {
    const { rule, taken, holders, wants } = account;
    const places = Math.max(0, taken + rule.free(taken));
    const sharers = new Set(wants.map((want) => want.holder));
    for (const [holder, held] of holders) if (held.places > 0) sharers.add(holder);
    const share = Math.floor(places / Math.max(1, sharers.size));
    let isAwaited = false;
    for (const [holder, held] of holders) {
      if (holder === asker) continue;
      if (held.places > 0 && held.share !== share) {
        // One that was told before has given back what it did not use.
        const recall = held.share === null;
        held.share = share;
        if (recall) held.owes += 1;
        holder.tell(key, { share, recall, state: rule.state });
      }
      isAwaited ||= held.owes > 0;
    }
    return isAwaited;
  }

  /** Nobody lacks any: each may keep a block again. */
  #loosen(key: string, { rule, holders, taken }: Account<State, Report>): void {
    if (rule.free(taken) <= 0) return;
    for (const [holder, held] of holders) {
      if (held.share === null) continue;
      held.share = null;
      holder.tell(key, { share: null, recall: false, state: rule.state });
    }
  }

  /** Asks the lessor for what is lacking, and a block for uses within a window; for others half a block, as they come back. @returns whether its answer is awaited. */
  #isLeasing(key: string, account: Account<State, Report>, { places }: Want<State>): boolean {
    const lessor = this.#lessor;
    const { rule, taken, leased, lease } = account;
    if (lessor === null || lease === 'asked') return lessor !== null;
    const spare = Math.floor(this.#options.leaseBlock(rule.max) / (this.windowMs === null ? 2 : 1));
    const lacking = Math.min(rule.free(taken), rule.max - leased, places + spare);
    if (lease === 'refused' || lacking <= 0) return false;
    account.lease = 'asked';
    void lessor.lease(key, lacking, rule.max).then((granted) => {
      if (this.#accounts.get(key) !== account || this.#lessor !== lessor) return lessor.giveBack(key, granted.places);
      account.leased += granted.places;
      account.endsAtMs = Math.min(account.endsAtMs, granted.endsAtMs);
      account.lease = granted.places > 0 ? 'idle' : 'refused';
      this.#settle(key, account);
    });
    return true;
  }

  #giveLeased(key: string, account: Account<State, Report>, places: number): void {
    if (this.#lessor === null || places <= 0) return;
    account.leased -= places;
    this.#lessor.giveBack(key, places);
  }
}
