import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { findHostBrand } from '#brands/index.ts'
import type { Environment, HostBrand, HostMenu, Locale } from '#contract/brands.ts'
import type { PageThirdParties } from '#contract/third-parties.ts'
import { EMPTY_MENU } from '#web/platform/config/config.ts'
import { ConfigProvider } from '#web/platform/config/config-context.tsx'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { TextsProvider } from '#web/platform/i18n/texts-provider.tsx'

export interface ElementOptions {
  host?: string
  /** Fields of the host's brand that differ. */
  brandParts?: Partial<HostBrand>
  environment?: Environment
  locale?: Locale | undefined
  menu?: HostMenu
  queries?: QueryClient | undefined
  thirdParties?: PageThirdParties
}

/** Renders an element with the configuration and texts of a host, and with queries that are not retried. */
export function renderElement(element: ReactNode, options: ElementOptions = {}) {
  const { host = 'keepsake-gb.localhost', environment = 'test', locale, menu = EMPTY_MENU } = options
  const { queries = new QueryClient({ defaultOptions: { queries: { retry: false } } }) } = options
  const { thirdParties = {} } = options
  const brand = { ...findHostBrand(host)!, ...options.brandParts }
  const texts = textsForTests(locale, brand)
  const rendered = render(element, {
    wrapper: ({ children }) => (
      <ConfigProvider config={{ environment, brand, menu, texts, thirdParties }}>
        <TextsProvider texts={texts}>
          <QueryClientProvider client={queries}>{children}</QueryClientProvider>
        </TextsProvider>
      </ConfigProvider>
    ),
  })
  return { ...rendered, queries }
}
