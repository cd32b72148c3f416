import { Tabs } from 'radix-ui';
import { PageTitle } from '#web/components/page-title.tsx';
import { Mark } from '#web/components/mark.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { RegisterForm } from '#web/features/auth/register-form.tsx';
import { SignInForm } from '#web/features/auth/sign-in-form.tsx';

const tabClasses =
  '-mb-px flex-1 border-b-2 border-transparent py-4 text-body font-semibold text-soft transition-colors hover:text-ink ' +
  'focus-visible:-outline-offset-4 data-[state=active]:border-amber data-[state=active]:text-ink';

export const AuthPage = () => (
  <div className="flex flex-1 flex-col items-center px-4 py-10 sm:py-16">
    <PageTitle text="Sign in" />
    <Mark className="mb-4 size-12" />
    <h1 className="text-title font-semibold">Welcome to Kauke</h1>
    <p className="mt-1 mb-8 text-soft">An address for every stranger.</p>
    <Card className="w-full max-w-md">
      <Tabs.Root defaultValue="sign-in">
        <Tabs.List aria-label="Account" className="flex border-b border-line px-6">
          <Tabs.Trigger value="sign-in" className={tabClasses}>
            Sign In
          </Tabs.Trigger>
          <Tabs.Trigger value="register" className={tabClasses}>
            Create Account
          </Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="sign-in" tabIndex={-1} className="p-6 outline-none">
          <SignInForm />
        </Tabs.Content>
        <Tabs.Content value="register" tabIndex={-1} className="p-6 outline-none">
          <RegisterForm />
        </Tabs.Content>
      </Tabs.Root>
    </Card>
  </div>
);
