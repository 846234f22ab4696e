import { QueryClientProvider } from '@tanstack/react-query';
import { createBrowserRouter, RouterProvider, type LoaderFunction, type RouteObject } from 'react-router-dom';
import type { ComponentType, ReactNode } from 'react';
import { Announcements } from './parts/announcements';
import { Layout } from './parts/layout';
import { queryClient } from './parts/read';
import { Loading } from './parts/states';
import { Home } from './screens/home';
import { WebhooksOf } from './screens/webhooks-of';
import { NotFound, ScreenFailed } from './screens/not-found';
import { SessionGate } from './session/session';
import { loadScreenTexts, TextsContext, type ConsoleTexts } from './texts/texts';

/** Where people arrive after the sign-in; its texts are a part of the first paint. */
const FIRST_SCREEN = /^\/(queue|sign-in|invitation|$)/;

const loadTextsOf: LoaderFunction = async ({ request }) => {
  if (!FIRST_SCREEN.test(new URL(request.url).pathname)) await loadScreenTexts();
  return null;
};

/** The screens that are loaded when they are opened, by path. */
const SCREENS: Readonly<Record<string, () => Promise<ComponentType>>> = {
  '/home/*': async () => (await import('./screens/desk/desk')).Desk,
  '/today': async () => (await import('./screens/today/today')).Today,
  '/today/attempts': async () => (await import('./screens/today/attempts')).Attempts,
  '/queue/:kind?': async () => (await import('./screens/queue/queue')).Queue,
  '/payments': async () => (await import('./screens/payments/payments')).Payments,
  '/payments/:invoiceID/:paymentID': async () => (await import('./screens/payment/payment')).PaymentScreen,
  '/refunds': async () => (await import('./screens/lists/list-screens')).Refunds,
  '/chargebacks': async () => (await import('./screens/lists/list-screens')).Chargebacks,
  '/chargebacks/:invoiceID/:paymentID/:chargebackID': async () =>
    (await import('./screens/chargeback/chargeback')).ChargebackScreen,
  '/withdrawals': async () => (await import('./screens/lists/list-screens')).Withdrawals,
  '/withdrawals/:id': async () => (await import('./screens/movement/withdrawal')).WithdrawalScreen,
  '/deposits': async () => (await import('./screens/lists/list-screens')).Deposits,
  '/deposits/:id': async () => (await import('./screens/movement/deposit')).DepositScreen,
  '/wallets/*': async () => (await import('./screens/lists/list-screens')).Wallets,
  '/payouts/*': async () => (await import('./screens/settlement/settlement')).Settlement,
  '/registries': async () => (await import('./screens/registries/registries')).Registries,
  '/invoices/:invoiceID': async () => (await import('./screens/invoice/invoice')).InvoiceScreen,
  '/customers/:customerID': async () => (await import('./screens/customer/customer')).CustomerScreen,
  '/history/:subject/:id': async () => (await import('./screens/history/history')).History,
  '/sessions': async () => (await import('./screens/own/sessions')).Sessions,
  '/webhooks/:webhookID': async () => (await import('./screens/webhooks/webhook')).WebhookScreen,
  '/merchants': async () => (await import('./screens/merchants/merchants')).Merchants,
  '/merchants/:partyID': async () => (await import('./screens/merchants/merchant')).Merchant,
  '/merchants/:partyID/:shopID': async () => (await import('./screens/merchants/go-live')).GoLive,
  '/configuration/:list': async () => (await import('./screens/configuration/configuration')).Configuration,
  '/onboarding': async () => (await import('./screens/onboarding/onboarding')).Onboarding,
  '/shops': async () => (await import('./screens/own/shops')).OwnShops,
  '/keys': async () => (await import('./screens/own/keys')).OwnKeys,
  '/administration/*': async () => (await import('./screens/administration/administration')).Administration,
  '/audit': async () => (await import('./screens/audit/audit')).Audit,
};

const routes: RouteObject[] = [
  {
    element: <Layout />,
    loader: loadTextsOf,
    shouldRevalidate: () => true,
    errorElement: <ScreenFailed />,
    children: [
      { path: '/', element: <Home /> },
      { path: '/sign-in', element: <Home /> },
      { path: '/invitation', element: <Home /> },
      ...Object.entries(SCREENS).map(([path, load]) => ({ path, lazy: async () => ({ Component: await load() }) })),
      { path: '/webhooks', element: <WebhooksOf /> },
      { path: '*', element: <NotFound /> },
    ],
  },
];

const router = createBrowserRouter(routes, {
  future: {
    v7_fetcherPersist: true,
    v7_normalizeFormMethod: true,
    v7_partialHydration: true,
    v7_relativeSplatPath: true,
    v7_skipActionErrorRevalidation: true,
  },
});

export function App({ texts }: { texts: ConsoleTexts }): ReactNode {
  return (
    <TextsContext.Provider value={texts}>
      <QueryClientProvider client={queryClient}>
        <Announcements>
          <SessionGate>
            <RouterProvider router={router} future={{ v7_startTransition: true }} fallbackElement={<Loading />} />
          </SessionGate>
        </Announcements>
      </QueryClientProvider>
    </TextsContext.Provider>
  );
}
