import { guideEntries } from 'virtual:guides';
import { guides, type GuideName } from '#contract/pages.ts';

const loading = new Map<GuideName, Promise<string | null>>();

function isGuide(name: string): name is GuideName {
  return guides.some((guide) => guide === name);
}

/** The guide that stands at a path, `/docs` or one beneath it; null where none does. */
export function guideAt(pathname: string): GuideName | null {
  const name = pathname.split('/')[2] ?? guides[0];
  return isGuide(name) ? name : null;
}

/** The HTML of a guide, made by our own build from our own files; null when it could not be loaded. The same promise each time. */
export function loadGuide(name: GuideName): Promise<string | null> {
  const known = loading.get(name);
  if (known !== undefined) return known;
  const html = guideEntries[name].load().then(
    (guide) => guide.html,
    () => null,
  );
  loading.set(name, html);
  return html;
}
