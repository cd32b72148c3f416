import { useState } from 'react';
import type { Alias } from '#contract/aliases.ts';
import { useTools } from '#extension/components/tools.tsx';
import { useRun } from '#extension/components/use-run.ts';
import { addressOf } from '#extension/lib/aliases.ts';
import { Correspondent } from '#extension/popup/correspondent.tsx';
import type { Site } from '#extension/popup/use-site.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Chip } from '#web/components/ui/chip.tsx';

function State({ alias: { active, ended, targets } }: { alias: Alias }) {
  const { popupTexts } = useTools().texts;
  if (ended !== null) return <Chip tone="off">{popupTexts.ended}</Chip>;
  if (!active) return <Chip tone="off">{popupTexts.paused}</Chip>;
  if (!targets.some(({ state }) => state === 'confirmed')) return <Chip tone="waiting">{popupTexts.unconfirmed}</Chip>;
  return <Chip tone="on">{popupTexts.on}</Chip>;
}

interface AliasCardProps {
  alias: Alias;
  site: Site;
  /** The server has reverse addresses. */
  contacts: boolean;
}

/** One alias, and what can be done with it here. */
export function AliasCard({ alias, site, contacts }: AliasCardProps) {
  const { popupTexts } = useTools().texts;
  const [open, setOpen] = useState(false);
  return (
    <li className="flex flex-col gap-2 py-3">
      <div>
        <p className="font-medium wrap-anywhere">{addressOf(alias)}</p>
        <State alias={alias} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Take alias={alias} site={site} />
        <Change alias={alias} site={site} />
        <Button
          look="plain"
          size="small"
          aria-label={popupTexts.peopleOne(addressOf(alias))}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {popupTexts.people}
        </Button>
      </div>
      {open && contacts && <Correspondent aliasId={alias.id} site={site} />}
      {open && !contacts && <p className="text-small text-soft">{popupTexts.noContacts}</p>}
    </li>
  );
}

interface PartProps {
  alias: Alias;
  site: Site;
}

function Take({ alias, site }: PartProps) {
  const { popupTexts } = useTools().texts;
  const address = addressOf(alias);
  const fill = useRun(() => site.fill(address), site.fail);
  const copy = useRun(() => site.copy(address), site.fail);
  return (
    <>
      {site.host !== null && (
        <Button size="small" aria-label={popupTexts.fillOne(address)} disabled={fill.busy} onClick={() => fill.run()}>
          {popupTexts.fill}
        </Button>
      )}
      <Button look="plain" size="small" aria-label={popupTexts.copyOne(address)} onClick={() => copy.run()}>
        {popupTexts.copy}
      </Button>
    </>
  );
}

function Change({ alias, site }: PartProps) {
  const { popupTexts } = useTools().texts;
  const { aliases, host, fail } = site;
  const { id, active } = alias;
  const address = addressOf(alias);
  const turn = useRun(async () => site.show(await aliases.turn(id, !active)), fail);
  const leave = useRun(async (from: string) => site.hide(await aliases.useOnSite(id, from, false)), fail);
  return (
    <>
      <Button
        look="plain"
        size="small"
        aria-label={(active ? popupTexts.pauseOne : popupTexts.resumeOne)(address)}
        disabled={turn.busy}
        onClick={() => turn.run()}
      >
        {active ? popupTexts.pause : popupTexts.resume}
      </Button>
      {host !== null && (
        <Button
          look="plain"
          size="small"
          aria-label={popupTexts.leaveOne(address)}
          disabled={leave.busy}
          onClick={() => leave.run(host)}
        >
          {popupTexts.leave}
        </Button>
      )}
    </>
  );
}
