import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPagePath } from '../http/page-path.ts'

/** Cached for a year without revalidation: the file name changes with the content. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

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
  app.get('/assets/*', { config: { policy: 'public' } }, (request, reply) =>
    sendFile(request, reply, IMMUTABLE),
  )
  app.get('/locales/*', { config: { policy: 'public' } }, (request, reply) =>
    sendFile(request, reply, 'no-cache'),
  )
  app.get('/build.json', { config: { policy: 'public' } }, (request, reply) =>
    sendFile(request, reply, 'no-store'),
  )
  app.get('/*', { config: { policy: 'public' } }, async (request, reply) => {
    if (!isPage(request)) return reply.callNotFound()
    reply.header('cache-control', 'no-store')
    const address = redirect(request)
    if (address !== null) return reply.redirect(address)
    return reply.sendFile('index.html', NO_CACHING_OF_ITS_OWN)
  })
}

const NO_CACHING_OF_ITS_OWN = { cacheControl: false }

function sendFile(request: FastifyRequest, reply: FastifyReply, caching: string) {
  reply.header('cache-control', caching)
  return reply.sendFile(getPath(request).slice(1), NO_CACHING_OF_ITS_OWN)
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
