import type { ReactNode } from 'react';

interface SettingsRowProps {
  title: ReactNode;
  note?: ReactNode;
  children?: ReactNode;
  /** Opens beneath all of it. */
  below?: ReactNode;
}

/** One thing of a list, with what can be done about it at its end. */
export function SettingsRow({ title, note, children, below }: SettingsRowProps) {
  return (
    <li className="flex flex-col gap-4 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between sm:gap-6">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{title}</p>
          {note && <div className="mt-1 text-small text-soft">{note}</div>}
        </div>
        {children && <div className="flex shrink-0 flex-wrap gap-2">{children}</div>}
      </div>
      {below}
    </li>
  );
}

export function SettingsList({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line">{children}</ul>;
}
