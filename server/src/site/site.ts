import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findBrandByHost } from '#brands/index.ts'
import { CALLBACK_PATH, PUBLIC_PATHS, SIGN_IN_PATH, SIGN_OUT_PATH } from '#contract/pages.ts'
import { hasSessionMark } from '../domains/identity/index.ts'
import { Failure } from '../http/failure.ts'
import { isPagePath } from '../http/page-path.ts'
import type { HttpModule } from '../http/route.ts'
import { BUILT_WEB } from './built-web.ts'

/** Cached for a year without revalidation: the file name changes with the content. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

const NO_CACHING_OF_ITS_OWN = { cacheControl: false }

/** Sign-out is open, because it also ends a session that only the provider has. */
const OPEN_PATHS = new Set([...PUBLIC_PATHS, CALLBACK_PATH, SIGN_OUT_PATH])

/** The built web app. Must be mounted last: it handles every other GET. Without a build only the API is served. */
export const site: HttpModule = {
  name: 'site',
  async mount(app, ctx) {
    const folder = ctx.config.webDir ?? BUILT_WEB
    if (existsSync(join(folder, 'index.html'))) return mountSite(app, folder, getSignInRedirect)
    ctx.log.warn({ folder }, 'the web is not built: only the services answer')
  },
}

/**
 * Returns the address to which a page request without a session is redirected: the sign-in, which returns to the same
 * path and query. Null where the app is sent: with a session, on public pages, and on hosts of no brand, for
 * which the app has a message.
 */
function getSignInRedirect(request: FastifyRequest): string | null {
  if (hasSessionMark(request) || !/text\/html/.test(request.headers.accept ?? '')) return null
  const path = request.url.split('?')[0]!.toLowerCase().replace(/\/+$/, '')
  if (OPEN_PATHS.has(path) || !findBrandByHost(request.host)) return null
  return `${SIGN_IN_PATH}?returnTo=${encodeURIComponent(request.url)}`
}

/**
 * Serves a built web app from `folder`: /assets as immutable, /locales with revalidation, both in the compressed form
 * of the build (.br, .gz); /build.json, by which open pages notice a newer build; and the app itself for every other
 * path that is opened as a document, including unknown ones, for which the app has a page, unless `redirect` returns
 * an address for the request.
 */
export async function mountSite(
  app: FastifyInstance,
  folder: string,
  redirect: (request: FastifyRequest) => string | null,
): Promise<void> {
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, index: false })
  const files = { config: { policy: 'public' as const }, errorHandler: handleFileError }
  app.get('/assets/*', files, (request, reply) => sendFile(request, reply, IMMUTABLE))
  app.get('/locales/*', files, (request, reply) => sendFile(request, reply, 'no-cache'))
  app.get('/build.json', files, (request, reply) => sendFile(request, reply, 'no-store'))
  app.get('/*', { config: { policy: 'public' } }, async (request, reply) => {
    if (!isPage(request)) return reply.callNotFound()
    reply.header('cache-control', 'no-store')
    const address = redirect(request)
    if (address !== null) return reply.redirect(address)
    return reply.sendFile('index.html', NO_CACHING_OF_ITS_OWN)
  })
}

function sendFile(request: FastifyRequest, reply: FastifyReply, caching: string) {
  reply.header('cache-control', caching)
  return reply.sendFile(getPath(request).slice(1), NO_CACHING_OF_ITS_OWN)
}

/** A deployment may delete a file between its stat and its opening: it is not found, as one that was deleted before. */
function handleFileError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): never {
  reply.removeHeader('content-encoding')
  throw error.code === 'ENOENT' ? new Failure('not-found', 'There is nothing at this address') : error
}

/** Whether a browser requests a document; missing API paths and pictures are answered with 404. */
function isPage(request: FastifyRequest) {
  const accept = request.headers.accept ?? ''
  if (!/text\/html|\*\/\*/.test(accept)) return false
  return isPagePath(getPath(request))
}

function getPath(request: FastifyRequest) {
  return request.url.split('?')[0] ?? ''
}
