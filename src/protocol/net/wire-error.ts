/** Why a conversation cannot go on. */
export type WireFault = 'closed' | 'timeout' | 'interrupted' | 'flood';

/** The wire ended, stalled or was stopped. It carries no octets of the conversation. */
export class WireError extends Error {
  override readonly name = 'WireError';
  readonly fault: WireFault;

  constructor(fault: WireFault) {
    super(fault);
    this.fault = fault;
  }
}
