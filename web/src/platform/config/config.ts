import {
  type ConfigJson,
  DEFAULT_LOCALE,
  getConfig,
  getHostMenu,
  type HostBrand,
  type HostMenu,
} from '#contract/brands.ts'
import type { PageThirdParties } from '#contract/third-parties.ts'
import { setHostFlags } from '../flags/flags.ts'
import { call, configureHttp } from '../http/call.ts'
import { findSupportedLocale, loadMessages } from '../i18n/load-messages.ts'
import { createTexts, type Texts } from '../i18n/texts.ts'
import { setSwitchedOffRoutes } from '../navigation/switched-off-routes.ts'
import { reportFailure } from '../reporting/reporting.ts'

/** The configuration of the page; loaded once per page load. */
export interface AppConfig {
  environment: ConfigJson['environment']
  brand: HostBrand
  /** Empty when the menu could not be loaded. */
  menu: HostMenu
  texts: Texts
  /** Scripts of other companies that have a key for the page's locale. */
  thirdParties?: PageThirdParties
  /** Set while the page runs with defaults because config.json could not be loaded. */
  defaults?: { requestedAddress: string }
}

/** After 'failed' every flag is off and sign-in is not started. */
export type ConfigState =
  | { status: 'requested' }
  | { status: 'received'; configured: AppConfig }
  | { status: 'failed'; error: unknown }

/**
 * Loads config.json, then the host's menu and the locale's texts, all without a token. When config.json is
 * loaded, service addresses and flags are set and `onConfig` is called, before anything is painted.
 * The menu is empty if it cannot be loaded; any other failure gives the state 'failed', never a rejection.
 */
export async function loadConfig(
  host: string,
  onConfig: (config: ConfigJson) => void = () => {},
): Promise<ConfigState> {
  try {
    const config = await call(getConfig)
    configureHttp({ services: config.services })
    setHostFlags(config.flags)
    onConfig(config)
    const locale = findSupportedLocale(config.brand.locale)
    const [menu, messages] = await Promise.all([loadMenu(host), loadTexts(locale)])
    setSwitchedOffRoutes(menu.routes)
    const texts = createTexts(messages.locale, messages.messages, config.brand)
    return {
      status: 'received',
      configured: {
        environment: config.environment,
        brand: config.brand,
        menu,
        texts,
        thirdParties: config.thirdParties,
      },
    }
  } catch (error) {
    reportFailure(error)
    return { status: 'failed', error }
  }
}

/** Returns the address that a redirecting host leads to, with path and query; undefined for other hosts. */
export function findRedirectAddress(
  brand: HostBrand,
  from: Pick<URL, 'protocol' | 'port' | 'pathname' | 'search' | 'hash'>,
) {
  if (!brand.redirectTo) return undefined
  const port = from.port ? `:${from.port}` : ''
  return `${from.protocol}//${brand.redirectTo}${port}${from.pathname}${from.search}${from.hash}`
}

export const EMPTY_MENU: HostMenu = {
  storefrontItems: [],
  routes: {},
  menus: { side: [], help: [], footer: [] },
}

async function loadMenu(host: string): Promise<HostMenu> {
  try {
    return await call(getHostMenu, { params: { host } })
  } catch (error) {
    reportFailure(error)
    return EMPTY_MENU
  }
}

async function loadTexts(locale: ReturnType<typeof findSupportedLocale>) {
  try {
    return { locale, messages: await loadMessages(locale) }
  } catch (error) {
    if (locale === DEFAULT_LOCALE) throw error
    reportFailure(error)
    return { locale: DEFAULT_LOCALE, messages: await loadMessages(DEFAULT_LOCALE) } as const
  }
}
