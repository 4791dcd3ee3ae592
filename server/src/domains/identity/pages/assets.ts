import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { vendorThemes } from '#brands/index.ts'
import type { Accent, VendorTheme } from '#contract/brands.ts'
import type { Coding } from '#server/http/encoded-answer.ts'
import { notFound } from '#server/http/failure.ts'
import { acceptedCoding } from '#server/http/send-json.ts'

/** Serves the pages' static files under addresses that contain a content hash: browsers cache them as immutable. */
export function serveAssets(app: FastifyInstance): void {
  app.get<{ Params: { version: string; name: string } }>(
    '/identity/assets/:version/:name',
    { config: { policy: 'public' } },
    async ({ params, headers }, reply) => {
      const asset = assets().get(params.name)
      if (!asset || asset.version !== params.version) throw notFound('File')
      reply.type(asset.type).header('cache-control', 'public, max-age=31536000, immutable')
      if (!asset.compressed) return reply.send(asset.bytes)
      reply.header('vary', 'accept-encoding')
      const coding = acceptedCoding(headers['accept-encoding'])
      if (!coding) return reply.send(asset.bytes)
      return reply.header('content-encoding', coding).send(asset.compressed[coding])
    },
  )
}

export function assetAddress(name: string): string {
  const asset = assets().get(name)
  if (!asset) throw new Error(`There is no asset ${name}`)
  return `/identity/assets/${asset.version}/${name}`
}

interface Asset {
  type: string
  version: string
  bytes: Buffer
  /** Texts only: compressed once, at the highest level. */
  compressed?: Record<Coding, Buffer>
}

let loaded: Map<string, Asset> | undefined

function assets(): Map<string, Asset> {
  if (loaded) return loaded
  loaded = new Map()
  const add = (name: string, type: string, bytes: Buffer) => {
    const version = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
    const isText = type.startsWith('text/')
    const compressed = isText && { br: brotliCompressSync(bytes), gzip: gzipSync(bytes, { level: 9 }) }
    loaded!.set(name, { type, bytes, version, ...(compressed && { compressed }) })
  }
  const figtree = createRequire(import.meta.url)
  for (const part of ['latin', 'latin-ext'])
    add(
      `figtree-${part}.woff2`,
      'font/woff2',
      readFileSync(figtree.resolve(`@fontsource-variable/figtree/files/figtree-${part}-wght-normal.woff2`)),
    )
  const photoWall = new URL('photo-wall/', import.meta.url)
  for (const name of readdirSync(photoWall)) add(name, 'image/webp', readFileSync(new URL(name, photoWall)))
  const sheet = readFileSync(new URL('pages.css', import.meta.url), 'utf8')
  add('pages.css', 'text/css; charset=utf-8', Buffer.from(resolveAssetUrls(sheet)))
  for (const theme of vendorThemes)
    add(`theme-${theme.vendor}.css`, 'text/css; charset=utf-8', Buffer.from(themeSheet(theme)))
  return loaded
}

/** Replaces the names of assets in the style sheet by their versioned addresses. */
function resolveAssetUrls(sheet: string): string {
  return sheet.replace(/url\(["']([^"']+)["']\)/g, (_, name) => `url("${assetAddress(name)}")`)
}

function themeSheet({ light, dark }: VendorTheme): string {
  return `:root{${tokens(light)}}@media (prefers-color-scheme:dark){:root{${tokens(dark)}}}`
}

const tokens = ({ accent, ink, text }: Accent) =>
  `--accent:${accent};--accent-ink:${ink};--accent-text:${text}`
