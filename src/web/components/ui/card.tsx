import type { ComponentProps } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';

export const Card = ({ className, ...rest }: ComponentProps<'section'>) => (
  <section className={joinClasses('rounded-box border border-line bg-sheet', className)} {...rest} />
);
