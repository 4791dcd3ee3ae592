import { readFileSync } from 'node:fs'
import { vendorThemes } from '#brands/index.ts'
import { createThemeVariables, renderFavicon } from '#brands/theme.ts'
import { createPageAssets } from '#html/assets.ts'

/** The parts of the style sheet; of equal rules the later one wins. */
const STYLES = ['base', 'controls', 'editor', 'summary', 'delivery', 'products', 'order', 'back-office']

export const { find: findAsset, getAddress: getAssetAddress } = createPageAssets('/assets', add => {
  const readAsset = (name: string) => readFileSync(new URL(`../assets/${name}`, import.meta.url), 'utf8')
  const styles = STYLES.map(name => readAsset(`styles/${name}.css`)).join('\n')
  add('shop.css', 'text/css; charset=utf-8', styles)
  add('editor.js', 'text/javascript; charset=utf-8', readAsset('editor.js'))
  for (const theme of vendorThemes) {
    const variables = Object.entries(createThemeVariables(theme)).map(([name, value]) => `${name}:${value}`)
    add(`theme-${theme.vendor}.css`, 'text/css; charset=utf-8', `:root{${variables.join(';')}}`)
    add(`favicon-${theme.vendor}.svg`, 'image/svg+xml', renderFavicon(theme))
  }
})
