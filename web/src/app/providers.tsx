import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import type { AppConfig } from '#web/platform/config/config.ts'
import { ConfigProvider } from '#web/platform/config/config-context.tsx'
import { TextsProvider } from '#web/platform/i18n/texts-provider.tsx'
import type { AppRouter } from './router.tsx'

/** Context providers of all screens, and the router. */
export function App({ configured, queries, router }: AppProps) {
  return (
    <StrictMode>
      <ConfigProvider config={configured}>
        <TextsProvider texts={configured.texts}>
          <QueryClientProvider client={queries}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </TextsProvider>
      </ConfigProvider>
    </StrictMode>
  )
}

interface AppProps {
  configured: AppConfig
  queries: QueryClient
  router: AppRouter
}
