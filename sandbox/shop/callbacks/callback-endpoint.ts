import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { convert } from 'xmlbuilder2'
import { z } from 'zod'
import { type Shop, SLOW_MS } from '../context.ts'
import type { Behaviour, ReceivedCallback, Receiver } from './receivers.ts'

/** Maximum number of received callbacks that are listed. */
const RECEIVED_MAX = 100

/** The answers; null when it comes too late for the caller. */
const STATUS_BY_BEHAVIOUR: Record<Behaviour, number | null> = {
  accept: 200,
  error: 500,
  unavailable: 503,
  gone: 410,
  slow: null,
  redirect: 307,
}

/**
 * Mounts the endpoints of the simulated systems of business customers. Each verifies the signature with its secret and
 * refuses invalid ones with 401; repeated callbacks are accepted and change nothing. The back office chooses the
 * answer.
 */
export function mountCallbackEndpoint(app: FastifyInstance, shop: Shop): void {
  app.register(async scope => {
    // The raw body, because its bytes are signed.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.post<{ Params: { receiver: string } }>('/callbacks/:receiver', async (request, reply) => {
      const { receiver: name } = request.params
      const body = typeof request.body === 'string' ? request.body : ''
      let entry: ReceivedCallback | undefined
      const receiver = shop.receivers.change(name, before => {
        entry = createReceivedCallback(before, request, body, shop.now())
        return { ...before, received: [entry, ...before.received].slice(0, RECEIVED_MAX) }
      })
      if (!receiver || !entry) return reply.code(404).send({ error: 'no such receiver' })
      if (!entry.isVerified) return reply.code(401).send({ error: 'the signature is not valid' })
      return answer(receiver.behaviour, request, reply)
    })
  })
}

function createReceivedCallback(
  { secret, behaviour, received }: Receiver,
  request: FastifyRequest,
  body: string,
  now: Date,
): ReceivedCallback {
  const id = String(request.headers['webhook-id'] ?? '').slice(0, 100)
  const payload = secret === null ? undefined : readCallback(secret, request.headers, body)
  return {
    at: now.toISOString(),
    id,
    isVerified: payload !== undefined,
    isRepeated: payload !== undefined && received.some(each => each.id === id && each.status === 200),
    type: payload?.type ?? null,
    about: payload?.about ?? null,
    status: payload ? STATUS_BY_BEHAVIOUR[behaviour] : 401,
  }
}

async function answer(behaviour: Behaviour, request: FastifyRequest, reply: FastifyReply) {
  if (behaviour === 'slow') await waitWhileOpen(reply, SLOW_MS)
  if (behaviour === 'unavailable') reply.header('retry-after', '60')
  if (behaviour === 'redirect') reply.header('location', `${request.url.split('?')[0]}?redirected`)
  const status = STATUS_BY_BEHAVIOUR[behaviour] ?? 200
  return reply.code(status).send({ received: status === 200 })
}

/** Resolves early when the caller disconnects, and when the app closes its connections. */
async function waitWhileOpen(reply: FastifyReply, ms: number): Promise<void> {
  const closed = new AbortController()
  reply.raw.once('close', () => closed.abort())
  await wait(ms, undefined, { signal: closed.signal }).catch(error => {
    if (!closed.signal.aborted) throw error
  })
}

/**
 * Reads the type of a callback, and what it is about, in JSON or XML. Undefined unless its signature is of this secret and
 * not older than five minutes (Standard Webhooks). Only verified XML is parsed.
 */
function readCallback(secret: string, headers: IncomingHttpHeaders, body: string) {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>, { jsonParse: false })
  } catch (error) {
    if (error instanceof WebhookVerificationError) return undefined
    throw error
  }
  const isXml = headers['content-type']?.startsWith('application/xml')
  const content = isXml ? convert(body, { format: 'object' }) : { callback: JSON.parse(body) }
  const { type, data } = message.parse(content).callback
  return { type, about: SUBJECTS.map(name => data[name]).find(isText) ?? null }
}

/** What all versions have in common; XML has only texts, and elements that repeat. */
const message = z.object({
  callback: z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) }),
})

/** The fields that name what a callback is about. */
const SUBJECTS = ['orderCode', 'invoiceNumber', 'fileName', 'productCode', 'name']

const isText = (field: unknown): field is string => typeof field === 'string'
