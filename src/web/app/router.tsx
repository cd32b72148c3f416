import { BrowserRouter, Route, Routes } from 'react-router';
import { AuthRoute } from '#web/app/auth-route.tsx';
import { DashboardRoute } from '#web/app/dashboard-route.tsx';
import { HomeRoute } from '#web/app/home-route.tsx';
import { Layout } from '#web/app/layout.tsx';
import { NotFoundPage } from '#web/app/not-found-page.tsx';
import { ConfirmPage, InboxPage, LandingPage } from '#web/app/pages.ts';

export const Router = () => (
  <BrowserRouter>
    <Routes>
      <Route element={<Layout />}>
        <Route path="/" element={<HomeRoute />} />
        <Route path="/home" element={<LandingPage />} />
        <Route path="/auth" element={<AuthRoute />} />
        <Route path="/dashboard" element={<DashboardRoute />} />
        <Route path="/confirm" element={<ConfirmPage />} />
        <Route path="/inbox" element={<InboxPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  </BrowserRouter>
);
