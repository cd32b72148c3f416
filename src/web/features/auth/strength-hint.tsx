import { estimateStrength, type Strength } from '#web/features/auth/estimate-strength.ts';

const words: Record<Strength, string> = {
  weak: 'Easy to guess',
  fair: 'Fair',
  strong: 'Hard to guess',
};

/** Says what a new password is worth, while it is typed. */
export function StrengthHint({ password }: { password: string }) {
  const strength = estimateStrength(password);
  return (
    <span role="status" className="text-note text-soft">
      {strength !== null && words[strength]}
    </span>
  );
}
