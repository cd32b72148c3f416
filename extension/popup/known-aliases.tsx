import { Search } from 'lucide-react';
import { useState } from 'react';
import type { Alias } from '#contract/aliases.ts';
import { useTools } from '#extension/components/tools.tsx';
import { useRun } from '#extension/components/use-run.ts';
import { addressOf } from '#extension/lib/aliases.ts';
import type { Site } from '#extension/popup/use-site.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Input } from '#web/components/ui/input.tsx';

/** An alias of one's own for this site, which was made for another, or for none. */
export function KnownAliases({ site }: { site: Site }) {
  const { popupTexts } = useTools().texts;
  const [text, setText] = useState('');
  /** Null: nothing was searched for. */
  const [found, setFound] = useState<readonly Alias[] | null>(null);
  const { run, busy } = useRun(async () => setFound(await site.aliases.search(text.trim())), site.fail);
  const others = found?.filter(({ id }) => !site.list.some((one) => one.id === id)) ?? [];
  return (
    <form
      role="search"
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') run();
      }}
    >
      <Field label={popupTexts.known}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              type="search"
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={({ target }) => {
                setText(target.value);
                setFound(null);
              }}
            />
            <IconButton type="submit" label={popupTexts.search} disabled={busy} className="size-11 border border-edge">
              <Search aria-hidden="true" />
            </IconButton>
          </div>
        )}
      </Field>
      <p role="status" className="text-small text-soft empty:hidden">
        {found !== null && others.length === 0 && popupTexts.nothingFound}
      </p>
      {others.length > 0 && (
        <ul aria-label={popupTexts.found} className="divide-y divide-line">
          {others.map((alias) => (
            <Found key={alias.id} alias={alias} site={site} />
          ))}
        </ul>
      )}
    </form>
  );
}

function Found({ alias, site }: { alias: Alias; site: Site }) {
  const { popupTexts } = useTools().texts;
  const { aliases, host } = site;
  const address = addressOf(alias);
  const take = useRun(async () => {
    if (host === null) return site.copy(address);
    site.show(await aliases.useOnSite(alias.id, host, true));
    return site.fill(address);
  }, site.fail);
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <span className="min-w-0 text-small wrap-anywhere">{address}</span>
      <Button
        look="plain"
        size="small"
        aria-label={(host === null ? popupTexts.copyOne : popupTexts.useOne)(address)}
        disabled={take.busy}
        onClick={() => take.run()}
      >
        {host === null ? popupTexts.copy : popupTexts.useHere}
      </Button>
    </li>
  );
}
