import { Suspense, type ComponentType } from 'react';
import { sectionMessages } from '#messages/pages/account/sections.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';

function NotLoaded() {
  return (
    <p role="alert" className="text-small text-gone">
      {sectionMessages.notLoaded}
    </p>
  );
}

/** A part of the settings that is loaded when it is first drawn: most visits need few of them. */
export function settingsPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazyPart(load, NotLoaded);
  return function SettingsPart(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}

export const ConfirmDialog = settingsPart(
  async () => (await import('#web/components/ui/confirm-dialog.tsx')).ConfirmDialog,
);
