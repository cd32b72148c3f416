import type { DomainCommandContext } from '#cli/database.ts';
import { by, withOperator } from '#cli/operator/with-operator.ts';
import type { QueueAct, QueueDestination } from '#contract/operator.ts';
import { actOnQueue, listQueue } from '#core/operator/queue.ts';
import { blockSender, listBlocks, unblockSender } from '#core/operator/sender-blocks.ts';

type Print = (line: string) => void;

function lineOf({ id, name, waiting, held, oldestAt, nextAt, onHold }: QueueDestination): string {
  const facts = [
    `${waiting} waiting`,
    ...(held > 0 ? [`${held} held`] : []),
    ...(oldestAt === null ? [] : [`the first since ${oldestAt}`]),
    ...(nextAt === null ? [] : [`next try ${nextAt}`]),
    ...(onHold ? ['ON HOLD'] : []),
  ];
  return `${id}  ${name.padEnd(30)} ${facts.join(', ')}`;
}

/** `queue`: prints what waits, by destination. @throws StartError one clear line. */
export async function runQueue(command: DomainCommandContext, print: Print): Promise<void> {
  const destinations = await withOperator(command, (context) => listQueue(context, by));
  if (destinations.length === 0) print('Nothing waits.');
  for (const destination of destinations) print(lineOf(destination));
}

const done: Record<QueueAct, (destination: QueueDestination) => string> = {
  hold: ({ name }) =>
    `Nothing is tried at ${name} until "queue release ${name}"; programs that run know it within five seconds.`,
  release: ({ name, waiting }) => `${name} is tried again: ${waiting} deliveries.`,
  'try-now': ({ name, waiting, held }) => `${waiting - held} deliveries to ${name} are tried now.`,
  drop: ({ name, waiting }) =>
    `${waiting} deliveries to ${name} are given up within minutes; whoever must know is told.`,
};

/** `queue hold|release|try-now|drop DESTINATION`: a domain, `smarthost`, or an id as `queue` prints it. @throws StartError one clear line. */
export async function runQueueAct(
  command: DomainCommandContext,
  { act, destination }: { readonly act: QueueAct; readonly destination: string },
  print: Print,
): Promise<void> {
  print(done[act](await withOperator(command, (context) => actOnQueue(context, by, { act, destination }))));
}

/** `block add SENDER`: an address, or a domain with all below it. @throws StartError one clear line. */
export async function runBlock(command: DomainCommandContext, sender: string, print: Print): Promise<void> {
  const added = await withOperator(command, (context) => blockSender(context, by, sender));
  print(
    added
      ? `Mail from ${sender} is refused for everybody; programs that run know it within five seconds.`
      : `Mail from ${sender} is refused already.`,
  );
}

/** `block remove SENDER`. @throws StartError one clear line. */
export async function runUnblock(command: DomainCommandContext, sender: string, print: Print): Promise<void> {
  await withOperator(command, (context) => unblockSender(context, by, sender));
  print(`Mail from ${sender} is taken again.`);
}

/** `block list`. @throws StartError one clear line. */
export async function runBlockList(command: DomainCommandContext, print: Print): Promise<void> {
  const { blocks } = await withOperator(command, (context) => listBlocks(context, by));
  if (blocks.length === 0) print('Nobody is blocked.');
  for (const { name, since } of blocks.toReversed()) print(`${name} since ${since}`);
}
