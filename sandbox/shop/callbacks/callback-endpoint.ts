import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Shop } from '../context.ts'
import { readCallback } from './read-callback.ts'
import type { Behaviour, ReceivedCallback, Receiver } from './receivers.ts'

/** Longer than Keepsake waits for an answer. */
const SLOW_MS = 20_000
/** Maximum number of received callbacks that are listed. */
const RECEIVED_MAX = 100

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
      const receiver = await shop.receivers.change(name, before => {
        entry = createReceivedCallback(before, request, body, shop.now())
        return { ...before, received: [entry, ...before.received].slice(0, RECEIVED_MAX) }
      })
      if (!receiver || !entry) return send(reply, 404, { error: 'no such receiver' })
      if (!entry.isVerified) return send(reply, 401, { error: 'the signature is not valid' })
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
  switch (behaviour) {
    case 'accept':
      return send(reply, 200, { received: true })
    case 'error':
      return send(reply, 500, { error: 'told to fail' })
    case 'unavailable':
      return send(reply.header('retry-after', '60'), 503, { error: 'told to be unavailable' })
    case 'gone':
      return send(reply, 410, { error: 'told to be gone' })
    case 'redirect':
      return send(reply.header('location', `${request.url.split('?')[0]}?redirected`), 307, {
        error: 'told to redirect',
      })
    case 'slow':
      await waitWhileOpen(reply, SLOW_MS)
      return send(reply, 200, { received: 'late' })
  }
}

/** Resolves early when the caller disconnects, and when the app closes its connections. */
async function waitWhileOpen(reply: FastifyReply, ms: number): Promise<void> {
  const closed = new AbortController()
  reply.raw.once('close', () => closed.abort())
  await wait(ms, undefined, { signal: closed.signal }).catch(error => {
    if (!closed.signal.aborted) throw error
  })
}

const send = (reply: FastifyReply, status: number, body: object) =>
  reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
