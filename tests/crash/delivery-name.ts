/** A message of the test for one inbox. */
export type DeliveryName = `${number} ${string}`;

export const deliveryName = ({ id, recipient }: { readonly id: number; readonly recipient: string }): DeliveryName =>
  `${id} ${recipient}`;

/** The number of a message of the test; NaN for other mail of the program. */
export const messageIdOf = (content: Buffer): number =>
  Number(/^Subject: crash (\d+)\r$/m.exec(content.toString('latin1'))?.[1]);
