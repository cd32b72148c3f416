import { Link, type LinkProps } from 'react-router';
import { buttonClasses } from '#web/components/ui/button.tsx';

interface LinkButtonProps extends LinkProps {
  look?: 'primary' | 'plain';
}

export const LinkButton = ({ look = 'primary', className, ...rest }: LinkButtonProps) => (
  <Link className={buttonClasses(look, 'normal', className)} {...rest} />
);
