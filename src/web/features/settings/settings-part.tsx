import { Suspense, type ComponentType } from 'react';
import { settingsMessages } from '#messages/pages/settings.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';

function NotLoaded() {
  return (
    <p role="alert" className="text-small text-gone">
      {settingsMessages.sectionNotLoaded}
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
