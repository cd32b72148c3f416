import { setTimeout as pause } from 'node:timers/promises';
import type { Alias } from '#contract/aliases.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { getAlias } from '#core/aliases/read-aliases.ts';
import { toggleAlias } from '#core/aliases/update-alias.ts';
import { confirmTarget } from '#core/confirmation/confirm-target.ts';
import { signUp, tokenOf } from '#support/core.ts';
import { startImprovmxServer, type ImprovmxServer } from '#support/improvmx-server.ts';
import { quickPace, startImprovmxSide, type ImprovmxSide } from '#support/provider-sides.ts';

/** An account with a confirmed inbox, whose aliases the stand-in of ImprovMX forwards. */
export interface ProviderTest {
  readonly server: ImprovmxServer;
  readonly side: ImprovmxSide;
  /** The account's id. */
  readonly ann: string;
  make(alias: string, forwardTo: string): Promise<Alias>;
  read(aliasId: string): Promise<Alias>;
  toggle(aliasId: string, active: boolean): Promise<Alias>;
  /** How many changes the provider is still to be told of. */
  waiting(): Promise<number>;
  /** Does what can be done now, until it is so. */
  settleUntil(isSo: () => Promise<boolean>): Promise<void>;
  /** Resolves when there are none. */
  allDone(): Promise<void>;
  close(): Promise<void>;
}

const domain = 'kauke.test';
const ip = '192.0.2.1';

export async function startProviderTest(pace = quickPace): Promise<ProviderTest> {
  const server = await startImprovmxServer();
  const side = await startImprovmxSide({ ...server, pace });
  const { core } = side;
  const ann = (await signUp(core, 'ann@inbox.example')).user.id;
  await confirmTarget(core, tokenOf(side.mails[0]), null);
  await side.settle();
  const waiting = async (): Promise<number> =>
    (await core.database.db.selectFrom('providerChanges').select('kind').execute()).length;
  const settleUntil = async (isSo: () => Promise<boolean>): Promise<void> => {
    while (!(await isSo())) {
      await side.settle();
      // What is put off comes with time: it is no use to ask without end.
      await pause(5);
    }
  };
  return {
    server,
    side,
    ann,
    waiting,
    make: (alias, forwardTo) => createAlias(core, { alias, domain, forwardTo }, { ownerId: ann, askerId: ann, ip }),
    read: (aliasId) => getAlias(core.database.db, core, aliasId, ann),
    toggle: async (aliasId, active) => (await toggleAlias(core, { aliasId, userId: ann, active })).alias,
    settleUntil,
    allDone: () => settleUntil(async () => (await waiting()) === 0),
    close: async () => {
      await server.close();
      await side.close();
    },
  };
}
