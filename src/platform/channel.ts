/** Messages between the primary process of a program and one of its workers (IPC): JSON values, in order, none lost while both live. */
export interface Channel {
  /** Sends, and waits for no answer. */
  tell(topic: string, body: unknown): void;
  /** Sends, and waits for the answer. @throws Error when the other side is gone, or its handler failed. */
  ask(topic: string, body: unknown): Promise<unknown>;
  /** Takes the messages of a topic; what it returns (or resolves to) answers an `ask`. One handler for each topic. */
  handle(topic: string, handler: (body: unknown) => unknown): void;
  /** Settles when the other side is gone. */
  readonly closed: Promise<void>;
}
