import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createBrowserRouter, RouterProvider, type LoaderFunction, type RouteObject } from 'react-router-dom';
import type { ReactNode } from 'react';
import { ApiFailure } from './api/client';
import { Announcements } from './parts/announcements';
import { Layout } from './parts/layout';
import { Loading } from './parts/states';
import { Home } from './screens/home';
import { WebhooksOf } from './screens/webhooks-of';
import { NotFound, ScreenFailed } from './screens/not-found';
import { SessionGate } from './session/session';
import type { ConsoleTexts } from './texts/ru';
import { loadScreenTexts, TextsContext } from './texts/texts';

const MAX_RETRIES = 2;
const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      // A refusal stays one; an outage may be over in a second.
      retry: (count, error) => count < MAX_RETRIES && (!(error instanceof ApiFailure) || error.status >= 500),
      retryDelay: (count) => 500 * 2 ** count,
    },
  },
});

/** Where people arrive after the sign-in; its texts are a part of the first paint. */
const FIRST_SCREEN = /^\/(queue|sign-in|invitation|$)/;

const loadTextsOf: LoaderFunction = async ({ request }) => {
  if (!FIRST_SCREEN.test(new URL(request.url).pathname)) await loadScreenTexts();
  return null;
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
      { path: '/today', lazy: async () => ({ Component: (await import('./screens/today/today')).Today }) },
      {
        path: '/today/attempts',
        lazy: async () => ({ Component: (await import('./screens/today/attempts')).Attempts }),
      },
      { path: '/queue/:kind?', lazy: async () => ({ Component: (await import('./screens/queue/queue')).Queue }) },
      {
        path: '/payments',
        lazy: async () => ({ Component: (await import('./screens/payments/payments')).Payments }),
      },
      {
        path: '/payments/:invoiceID/:paymentID',
        lazy: async () => ({ Component: (await import('./screens/payment/payment')).PaymentScreen }),
      },
      {
        path: '/refunds',
        lazy: async () => ({ Component: (await import('./screens/lists/list-screens')).Refunds }),
      },
      {
        path: '/chargebacks',
        lazy: async () => ({ Component: (await import('./screens/lists/list-screens')).Chargebacks }),
      },
      {
        path: '/withdrawals',
        lazy: async () => ({ Component: (await import('./screens/lists/list-screens')).Withdrawals }),
      },
      {
        path: '/withdrawals/:id',
        lazy: async () => ({ Component: (await import('./screens/movement/withdrawal')).WithdrawalScreen }),
      },
      {
        path: '/deposits',
        lazy: async () => ({ Component: (await import('./screens/lists/list-screens')).Deposits }),
      },
      {
        path: '/deposits/:id',
        lazy: async () => ({ Component: (await import('./screens/movement/deposit')).DepositScreen }),
      },
      {
        path: '/registries',
        lazy: async () => ({ Component: (await import('./screens/registries/registries')).Registries }),
      },
      {
        path: '/invoices/:invoiceID',
        lazy: async () => ({ Component: (await import('./screens/invoice/invoice')).InvoiceScreen }),
      },
      {
        path: '/customers/:customerID',
        lazy: async () => ({ Component: (await import('./screens/customer/customer')).CustomerScreen }),
      },
      {
        path: '/history/:subject/:id',
        lazy: async () => ({ Component: (await import('./screens/history/history')).History }),
      },
      { path: '/sessions', lazy: async () => ({ Component: (await import('./screens/own/sessions')).Sessions }) },
      { path: '/webhooks', element: <WebhooksOf /> },
      {
        path: '/webhooks/:webhookID',
        lazy: async () => ({ Component: (await import('./screens/webhooks/webhook')).WebhookScreen }),
      },
      {
        path: '/merchants',
        lazy: async () => ({ Component: (await import('./screens/merchants/merchants')).Merchants }),
      },
      {
        path: '/merchants/:partyID',
        lazy: async () => ({ Component: (await import('./screens/merchants/merchant')).Merchant }),
      },
      {
        path: '/onboarding',
        lazy: async () => ({ Component: (await import('./screens/onboarding/onboarding')).Onboarding }),
      },
      { path: '/shops', lazy: async () => ({ Component: (await import('./screens/own/shops')).OwnShops }) },
      { path: '/keys', lazy: async () => ({ Component: (await import('./screens/own/keys')).OwnKeys }) },
      { path: '/audit', lazy: async () => ({ Component: (await import('./screens/audit/audit')).Audit }) },
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
      <QueryClientProvider client={client}>
        <Announcements>
          <SessionGate>
            <RouterProvider router={router} future={{ v7_startTransition: true }} fallbackElement={<Loading />} />
          </SessionGate>
        </Announcements>
      </QueryClientProvider>
    </TextsContext.Provider>
  );
}
