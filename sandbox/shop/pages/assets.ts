import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { vendorThemes } from '#brands/index.ts'
import { faviconSvg, themeVariables } from '#brands/theme.ts'
import { PRINT_SIZES } from '../catalog.ts'

interface Asset {
  type: string
  bytes: Buffer
  version: string
}

/** A static file by its version and name. */
export function assetOf(version: string, name: string): Asset | undefined {
  const asset = assets().get(name)
  return asset?.version === version ? asset : undefined
}

/** Contains a hash of the content, so that browsers may cache it as immutable. */
export function assetAddress(name: string): string {
  const asset = assets().get(name)
  if (!asset) throw new Error(`There is no asset ${name}`)
  return `/assets/${asset.version}/${name}`
}

let loaded: Map<string, Asset> | undefined

function assets(): Map<string, Asset> {
  if (loaded) return loaded
  loaded = new Map()
  const add = (name: string, type: string, content: Buffer | string) => {
    const bytes = Buffer.from(content)
    loaded!.set(name, { type, bytes, version: createHash('sha256').update(bytes).digest('hex').slice(0, 12) })
  }
  const { resolve } = createRequire(import.meta.url)
  for (const part of ['latin', 'latin-ext'])
    add(
      `figtree-${part}.woff2`,
      'font/woff2',
      readFileSync(resolve(`@fontsource-variable/figtree/files/figtree-${part}-wght-normal.woff2`)),
    )
  const readAsset = (name: string) => readFileSync(new URL(`../assets/${name}`, import.meta.url), 'utf8')
  add(
    'shop.css',
    'text/css; charset=utf-8',
    STYLES.map(name => readAsset(`styles/${name}.css`))
      .join('\n')
      .replace(/url\("([^"]+)"\)/g, versionedUrl) + paperSizeRules(),
  )
  add('editor.js', 'text/javascript; charset=utf-8', readAsset('editor.js'))
  for (const theme of vendorThemes) {
    const variables = Object.entries(themeVariables(theme)).map(([name, value]) => `${name}:${value}`)
    add(`theme-${theme.vendor}.css`, 'text/css; charset=utf-8', `:root{${variables.join(';')}}`)
    add(`favicon-${theme.vendor}.svg`, 'image/svg+xml', faviconSvg(theme))
  }
  return loaded
}

/** The parts of the style sheet; of equal rules the later one wins. */
const STYLES = [
  'base',
  'controls',
  'editor',
  'summary',
  'delivery',
  'products',
  'order',
  'tracking',
  'back-office',
]

/** CSS variables with the sides of each size's paper. */
const paperSizeRules = () =>
  PRINT_SIZES.map(({ code, long, short }) => `[data-size="${code}"]{--long:${long};--short:${short}}`).join(
    '',
  )

const versionedUrl = (_: string, name: string) => `url("${assetAddress(name)}")`
