import { createContext, type ReactNode, use } from 'react'
import type { Configured } from './config.ts'

const ConfigContext = createContext<Configured | null>(null)

/** Hands the page's configuration to every screen below it. */
export function ConfigProvider({ configured, children }: { configured: Configured; children: ReactNode }) {
  return <ConfigContext value={configured}>{children}</ConfigContext>
}

/** Brand, menu and environment; throws outside a ConfigProvider. */
export function useConfig(): Configured {
  const configured = use(ConfigContext)
  if (!configured) throw new Error('useConfig needs a ConfigProvider above it')
  return configured
}
