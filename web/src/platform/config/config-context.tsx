import { createContext, type ReactNode, use } from 'react'
import type { AppConfig } from './config.ts'

const ConfigContext = createContext<AppConfig | null>(null)

/** Provides the page's configuration to the screens below it. */
export function ConfigProvider({ config, children }: { config: AppConfig; children: ReactNode }) {
  return <ConfigContext value={config}>{children}</ConfigContext>
}

/** Returns brand, menu and environment; throws outside a ConfigProvider. */
export function useConfig(): AppConfig {
  const config = use(ConfigContext)
  if (!config) throw new Error('useConfig must be used inside a ConfigProvider')
  return config
}
