import { Link, type LinkProps } from 'react-router';
import { buttonClasses } from '#web/components/ui/button.tsx';

interface LinkButtonProps extends LinkProps {
  look?: 'primary' | 'plain';
}

export function LinkButton({ look = 'primary', className, ...rest }: LinkButtonProps) {
  return <Link className={buttonClasses(look, 'normal', className)} {...rest} />;
}
