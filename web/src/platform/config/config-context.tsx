import { createContext, type ReactNode, use } from 'react'
import type { AppConfig } from './config.ts'

const ConfigContext = createContext<AppConfig | null>(null)

/** Hands the page's configuration to every screen below it. */
export function ConfigProvider({ configured, children }: { configured: AppConfig; children: ReactNode }) {
  return <ConfigContext value={configured}>{children}</ConfigContext>
}

/** Brand, menu and environment; throws outside a ConfigProvider. */
export function useConfig(): AppConfig {
  const configured = use(ConfigContext)
  if (!configured) throw new Error('useConfig needs a ConfigProvider above it')
  return configured
}
