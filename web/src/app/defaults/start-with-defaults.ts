import { PUBLIC_PATHS } from '#contract/pages.ts'
import type { AppConfig } from '#web/platform/config/config.ts'
import { loadDefaultConfig } from '#web/platform/config/default-config.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { pageSession } from '#web/platform/session/page-session.ts'
import { applyTheme } from '#web/ui/theme.ts'

/**
 * Returns the configuration with which the app starts without config.json, or null when it cannot: without
 * texts, or without a session on a screen that needs one, because sign-in is not started then.
 */
export async function startWithDefaults(beginSession: () => void): Promise<AppConfig | null> {
  try {
    const configured = await loadDefaultConfig(location)
    beginSession()
    if (!PUBLIC_PATHS.includes(location.pathname)) {
      const session = await pageSession().start()
      if (session.status !== 'signed-in') return null
    }
    applyTheme(configured.brand.theme)
    document.documentElement.lang = configured.brand.locale
    return configured
  } catch (error) {
    reportFailure(error)
    return null
  }
}
