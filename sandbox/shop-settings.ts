import { LOCALES } from '#contract/brands.ts'
import { THIRD_PARTIES, type ThirdParties } from '#contract/third-parties.ts'

type Environment = Record<string, string | undefined>

/** Adds the settings that name the stand-in shop on SHOP_PORT, which has RETAILER_TOKEN too; given ones stay. */
export function addShopSettings(environment: Environment): Environment {
  const { SHOP_PORT, RETAILER_TOKEN } = environment
  if (!SHOP_PORT || !RETAILER_TOKEN) return environment
  const origin = `http://localhost:${SHOP_PORT}`
  return {
    PRINTS_EDITOR: `${origin}/{vendor}/prints`,
    PRODUCT_EDITORS: `${origin}/{vendor}/{product}`,
    RETAILER_URL: `${origin}/keepsake`,
    // The shop simulates the systems of business customers, too.
    CALLBACK_ORIGINS: origin,
    THIRD_PARTIES: JSON.stringify({ '*': createThirdParties(origin) }),
    // An empty variable is not set, as in the server.
    ...Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')),
  }
}

/** Names the shop's own scripts as consent, analytics, feedback and chat, with a key per locale. */
export function createThirdParties(shopOrigin: string): ThirdParties {
  const scripts = THIRD_PARTIES.map(name => {
    const keys = Object.fromEntries(LOCALES.map(locale => [locale, `demo-${name}-${locale}`]))
    return [name, { script: `${shopOrigin}/third-parties/${name}.js`, keys }] as const
  })
  const { analytics, ...others } = Object.fromEntries(scripts)
  return { ...others, analytics: { ...analytics!, stored: ['_standin_*'] } }
}
