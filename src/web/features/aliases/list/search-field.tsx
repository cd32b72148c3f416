import { Search } from 'lucide-react';
import type { Ref } from 'react';
import { Input } from '#web/components/ui/input.tsx';

interface SearchFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  onChange: (value: string) => void;
}

export function SearchField({ ref, value, onChange }: SearchFieldProps) {
  return (
    <div className="relative w-full sm:max-w-xs">
      <Search aria-hidden="true" className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-soft" />
      <Input
        ref={ref}
        type="search"
        aria-label="Search aliases"
        placeholder="Search aliases..."
        autoComplete="off"
        spellCheck={false}
        className="pl-9"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
