import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '../platform/config/config.ts'
import type { Log } from '../platform/log/log.ts'
import { formatConnectionAnswer } from './connection-answer.ts'
import { Failure } from './failure.ts'
import { linger } from './linger.ts'
import type { RunningAnswers } from './running-answers.ts'

/**
 * Answers in the common shape, and ends the connection, where Node itself would answer or hang up without it: bytes that
 * are no request (400), headers that are too large (431) or late (408), and CONNECT (405), which only proxies know. Must
 * be called before the server listens, in place of Fastify's own listener of 'clientError'.
 */
export function answerConnectionErrors(
  server: Server,
  { config: { bodyTimeout }, log }: { config: Pick<Config, 'bodyTimeout'>; log: Pick<Log, 'info'> },
  listRunningAnswers: RunningAnswers,
): void {
  // A second answer would be read as the body of one that has begun.
  const hasBegunAnswer = (socket: Socket) => listRunningAnswers(socket).some(({ headersSent }) => headersSent)
  const refused = new WeakSet<Socket>()
  const refuse = (socket: Socket, failure: Failure, reason: string, headers?: Record<string, string>) => {
    const correlationId = randomUUID()
    log.info({ reqId: correlationId, status: failure.status, reason }, 'connection refused')
    const answer = formatConnectionAnswer(failure, correlationId, headers)
    // A request that is completed after its time must not run any more.
    if (failure.code === 'request-timeout') socket.end(answer, () => socket.destroy())
    else linger(socket, bodyTimeout.idleMs, answer)
  }
  server.removeAllListeners('clientError')
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Node reports all further bytes of a refused connection, too.
    if (refused.has(socket)) return
    refused.add(socket)
    const { code = 'none' } = error
    if (code === 'ECONNRESET' || !socket.writable || hasBegunAnswer(socket)) socket.destroy()
    else refuse(socket, toFailure(code), code)
  })
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy())
    const failure = new Failure('method-not-allowed', 'This server is not a proxy')
    refuse(socket, failure, 'CONNECT', { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' })
  })
  // The only expectation of HTTP is '100-continue'; others may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

/** Node's statuses for the errors of its parser and its timer. */
function toFailure(code: string): Failure {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Failure('headers-too-large', 'The headers or the address are too long')
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Failure('too-large', 'The extensions of a chunk are too long')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Failure('request-timeout', 'The request did not arrive in time')
    default:
      return new Failure('bad-request', 'This is not a valid HTTP request')
  }
}
