import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export interface Asset {
  type: string
  bytes: Buffer
  version: string
}

/** Adds a file. A style sheet may name files that were added before by `url("name")`. */
export type AddAsset = (name: string, type: string, content: Buffer | string) => void

/**
 * The static files of pages below a path, and the font Figtree; `load` runs with their first use. Addresses contain a hash of
 * the content, so that browsers may cache them as immutable.
 */
export function createPageAssets(path: string, load: (add: AddAsset) => void) {
  let loaded: Map<string, Asset> | undefined
  const add: AddAsset = (name, type, content) => {
    const bytes =
      typeof content === 'string'
        ? Buffer.from(content.replace(/url\("([^"]+)"\)/g, (_, url) => `url("${getAddress(url)}")`))
        : content
    const version = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
    assets().set(name, { type, bytes, version })
  }
  function assets(): Map<string, Asset> {
    if (loaded) return loaded
    loaded = new Map()
    addFont(add)
    load(add)
    return loaded
  }
  function getAddress(name: string): string {
    const asset = assets().get(name)
    if (!asset) throw new Error(`There is no asset ${name}`)
    return `${path}/${asset.version}/${name}`
  }
  return {
    getAddress,
    /** The file with this version and name. */
    find(version: string, name: string): Asset | undefined {
      const asset = assets().get(name)
      return asset?.version === version ? asset : undefined
    },
  }
}

function addFont(add: AddAsset): void {
  const { resolve } = createRequire(import.meta.url)
  for (const part of ['latin', 'latin-ext'])
    add(
      `figtree-${part}.woff2`,
      'font/woff2',
      readFileSync(resolve(`@fontsource-variable/figtree/files/figtree-${part}-wght-normal.woff2`)),
    )
}
