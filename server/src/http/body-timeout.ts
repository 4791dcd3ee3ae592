import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../platform/config/config.ts'
import { formatConnectionAnswer } from './connection-answer.ts'
import { Failure } from './failure.ts'
import { linger } from './linger.ts'
import { hasBody } from './request-body.ts'

/**
 * Ends requests whose body does not arrive: after `idleMs` without a byte, and after `totalMs` in any case, with 408
 * and the end of the connection. Routes with `bodyTimeout: false` have uploads, which may take hours; after their
 * answer the rest of the body is read within the usual limits.
 */
export function limitBodyTime(app: FastifyInstance, limits: Config['bodyTimeout']): void {
  app.addHook('onRequest', (request, reply, done) => {
    done()
    if (!hasBody(request.raw)) return
    // Injected calls have no connection.
    if (!(request.raw.socket instanceof Socket)) return
    const watch = () =>
      watchBody(request.raw, reply.raw, limits, () => {
        request.log.info({ route: request.routeOptions.url }, 'request body timed out')
        const failure = new Failure('request-timeout', 'The body did not arrive in time')
        return formatConnectionAnswer(failure, request.id)
      })
    if (request.routeOptions.config.bodyTimeout !== false) watch()
    else reply.raw.once('finish', () => request.raw.complete || watch())
  })
}

function watchBody(
  request: IncomingMessage,
  response: ServerResponse,
  { idleMs, totalMs }: Config['bodyTimeout'],
  /** Returns the answer, which is sent unless another one has begun. */
  onTimeout: () => string,
): void {
  const { socket } = request
  const endsAt = performance.now() + totalMs
  let lastBytesRead = socket.bytesRead
  // Polled: a listener for data would start the stream before the body is parsed.
  const check = () => {
    if (request.complete) return stop()
    const remainingMs = endsAt - performance.now()
    if (socket.bytesRead !== lastBytesRead && remainingMs > 0) {
      lastBytesRead = socket.bytesRead
      timer = setTimeout(check, Math.min(idleMs, remainingMs))
      return
    }
    stop()
    const answer = onTimeout()
    if (response.headersSent) socket.destroy()
    else linger(socket, idleMs, answer)
  }
  const stop = () => {
    clearTimeout(timer)
    request.off('end', stop)
    socket.off('close', stop)
  }
  let timer = setTimeout(check, Math.min(idleMs, totalMs))
  request.once('end', stop)
  socket.once('close', stop)
}
