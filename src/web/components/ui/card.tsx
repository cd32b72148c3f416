import type { ComponentProps } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section className={joinClasses('rounded-box border border-line bg-sheet', className)} {...rest} />;
}
