import type { SiteAliases } from '#contract/extension/sites.ts';
import { useTools } from '#extension/components/tools.tsx';
import { useRun } from '#extension/components/use-run.ts';
import { addressOf, type Aliases } from '#extension/lib/aliases.ts';
import type { Connection } from '#extension/lib/connection.ts';
import type { ServerFailure } from '#extension/lib/server.ts';
import type { SeenTab } from '#extension/lib/site.ts';
import { AliasCard } from '#extension/popup/alias-card.tsx';
import { KnownAliases } from '#extension/popup/known-aliases.tsx';
import { useSite } from '#extension/popup/use-site.ts';
import { Button } from '#web/components/ui/button.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';

interface SiteViewProps {
  connection: Connection;
  aliases: Aliases;
  tab: SeenTab | null;
  site: SiteAliases | null;
  onRevoked: (error: ServerFailure) => void;
}

/** The aliases of the site that the popup was opened over. */
export function SiteView({ connection, aliases, tab, site: found, onRevoked }: SiteViewProps) {
  const { popupTexts } = useTools().texts;
  const site = useSite({ aliases, tab, first: found?.aliases ?? [], onRevoked });
  const { list, said } = site;
  const make = useRun(async () => {
    const alias = await aliases.make(site.host);
    site.show(alias);
    await site.fill(addressOf(alias));
  }, site.fail);
  const heading = list.length === 0 ? popupTexts.none : popupTexts.yours;
  return (
    <div className="flex flex-col gap-4">
      <h2 className="font-semibold wrap-anywhere">{found === null ? popupTexts.noSite : heading(found.site)}</h2>
      <Button disabled={make.busy} onClick={() => make.run()}>
        {make.busy ? popupTexts.making : list.length === 0 ? popupTexts.newAlias : popupTexts.another}
      </Button>
      {/* There from the start, so that what comes into it is read out; in view, however far one has scrolled. */}
      <p
        role="status"
        className={joinClasses('sticky top-0 z-10 bg-paper py-1 text-small', said?.failed ? 'text-gone' : 'text-on')}
      >
        {said?.text}
      </p>
      {list.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {list.map((alias) => (
            <AliasCard key={alias.id} alias={alias} site={site} contacts={connection.contacts} />
          ))}
        </ul>
      )}
      <KnownAliases site={site} />
    </div>
  );
}
