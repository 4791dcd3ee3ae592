import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { vendorThemes } from '#brands/index.ts'
import type { Accent, VendorTheme } from '#contract/brands.ts'
import { type Asset, createPageAssets } from '#html/assets.ts'
import type { Coding } from '#server/http/encoded-answer.ts'
import { requireFound } from '#server/http/failure.ts'
import { negotiateCoding } from '#server/http/send-json.ts'

const { find, getAddress } = createPageAssets('/identity/assets', add => {
  const photoWall = new URL('photo-wall/', import.meta.url)
  for (const name of readdirSync(photoWall)) add(name, 'image/webp', readFileSync(new URL(name, photoWall)))
  for (const name of ['pages.css', 'form.css'])
    add(name, 'text/css; charset=utf-8', readFileSync(new URL(name, import.meta.url), 'utf8'))
  const script = readFileSync(new URL('page-script.js', import.meta.url), 'utf8')
  add('page-script.js', 'text/javascript; charset=utf-8', removeComments(script))
  for (const theme of vendorThemes)
    add(`theme-${theme.vendor}.css`, 'text/css; charset=utf-8', renderTheme(theme))
})

export const getAssetAddress = getAddress

/** Serves the pages' static files. */
export function serveAssets(app: FastifyInstance): void {
  app.get<{ Params: { version: string; name: string } }>(
    '/identity/assets/:version/:name',
    { config: { policy: 'public' } },
    async ({ params, headers }, reply) => {
      const asset = requireFound(find(params.version, params.name), 'File')
      reply.type(asset.type).header('cache-control', 'public, max-age=31536000, immutable')
      if (!asset.type.startsWith('text/')) return reply.send(asset.bytes)
      reply.header('vary', 'accept-encoding')
      const coding = negotiateCoding(headers['accept-encoding'])
      if (!coding) return reply.send(asset.bytes)
      return reply.header('content-encoding', coding).send(compress(asset, coding))
    },
  )
}

const compressedBytesByKey = new Map<string, Buffer>()

/** Compresses a text once, at the highest level. */
function compress({ version, bytes }: Asset, coding: Coding): Buffer {
  const key = `${version} ${coding}`
  const bytesOfCoding =
    compressedBytesByKey.get(key) ??
    (coding === 'br' ? brotliCompressSync(bytes) : gzipSync(bytes, { level: 9 }))
  compressedBytesByKey.set(key, bytesOfCoding)
  return bytesOfCoding
}

/** Removes lines of comments and indentation. */
const removeComments = (script: string) =>
  script
    .replace(/^\s*(\/\/|\/\*\*).*$/gm, '')
    .replace(/\n\s*/g, '\n')
    .trim()

function renderTheme({ light, dark }: VendorTheme): string {
  return `:root{${toCssVariables(light)}}@media (prefers-color-scheme:dark){:root{${toCssVariables(dark)}}}`
}

const toCssVariables = ({ accent, ink, text }: Accent) =>
  `--accent:${accent};--accent-ink:${ink};--accent-text:${text}`
