import { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from '#contract/brands.ts'
import type { Context } from '#server/context.ts'
import { toClientNetwork } from '#server/http/client-address.ts'
import { decodeBody, parseForm, requireUtf8Query } from '#server/http/decode-body.ts'
import { getRequestOrigin } from '#server/http/origin.ts'
import { hijackReply } from '#server/http/security-headers.ts'
import { getRequestBrand } from '../../brands/index.ts'
import { sendMessage } from '../pages/message-page.ts'
import { createPage } from '../pages/page.ts'
import { AUTHORIZATION_LIMIT_PER_IP, countAttempt } from '../sign-in/rate-limits.ts'
import { getProvider } from './provider.ts'

/**
 * Routes all other requests below /identity to the provider, which parses queries and bodies itself, with replacement
 * characters for bytes that are not UTF-8; both are checked before.
 */
export async function mountProvider(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.addContentTypeParser<Buffer>(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: FORM_MAX },
      (request, body, done) => {
        parseForm(decodeBody(request, body))
        done(null, body)
      },
    )
    scope.route({
      method: ['GET', 'POST', 'OPTIONS'],
      url: '/identity/*',
      config: { policy: 'public' },
      handler: (request, reply) => forward(ctx, request, reply),
    })
  })
}

/** Bytes of a form, as the provider accepts them. */
const FORM_MAX = 56 * 1024

async function forward(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  requireUtf8Query(request.url)
  const brand = getRequestBrand(request)
  if (RATE_LIMITED_PATHS.test(request.url)) {
    const minutes = await countAttempt(ctx, AUTHORIZATION_LIMIT_PER_IP, toClientNetwork(request.ip))
    if (minutes !== null) return sendTooManyRequests(ctx, brand, minutes, reply)
  }
  const origin = getRequestOrigin(ctx.config, request)
  const provider = await getProvider(ctx, origin)
  const raw = Buffer.isBuffer(request.body) ? repeatRequest(request.raw, request.body) : request.raw
  // The provider is mounted at /identity and receives the scheme of our own origin and the client's address, never those of
  // a proxy's header.
  Object.assign(raw, { originalUrl: raw.url, url: raw.url!.slice('/identity'.length) })
  raw.headers['x-forwarded-proto'] = new URL(origin).protocol.slice(0, -1)
  raw.headers['x-forwarded-for'] = request.ip
  hijackReply(reply)
  await provider.callback()(raw, reply.raw)
  return undefined
}

/** Returns a request whose body can be read once more. */
function repeatRequest(
  {
    socket,
    method,
    url,
    headers,
    rawHeaders,
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
  }: IncomingMessage,
  body: Buffer,
): IncomingMessage {
  const copy = new IncomingMessage(socket)
  const head = { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor }
  Object.assign(copy, head, { complete: true })
  copy.push(body)
  copy.push(null)
  return copy
}

/** Paths that store rows for unauthenticated requests. The provider ignores case and a trailing slash. */
const RATE_LIMITED_PATHS = /^\/identity\/(auth|session\/end)\/?(\?|$)/i

function sendTooManyRequests(
  { config }: Context,
  brand: Brand,
  minutes: number,
  reply: FastifyReply,
): FastifyReply {
  const page = createPage(config, brand)
  reply.header('retry-after', String(minutes * 60))
  return sendMessage(reply, 429, page, {
    title: page.text('sign-in.submit'),
    text: page.text('sign-in.too-many', { minutes }),
  })
}
