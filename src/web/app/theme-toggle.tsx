import { Moon, Sun } from 'lucide-react';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { setTheme, useTheme } from '#web/lib/theme.ts';

export function ThemeToggle() {
  const next = useTheme() === 'dark' ? 'light' : 'dark';
  return (
    <IconButton label={`Switch to ${next} theme`} onClick={() => setTheme(next)}>
      {next === 'dark' ? <Moon aria-hidden="true" /> : <Sun aria-hidden="true" />}
    </IconButton>
  );
}
