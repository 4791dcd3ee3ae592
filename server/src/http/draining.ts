import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { TIME_LIMITS } from '../platform/time-limits.ts'
import type { RunningAnswers } from './running-answers.ts'

export interface Draining {
  /** True from the start of `close`: the process is not ready, and its responses close their connections. */
  isDraining(): boolean
  close(options?: DrainOptions): Promise<void>
}

export interface DrainOptions {
  /** How long requests are still accepted, so that balancers notice the state. */
  pauseMs?: number
  /** How long running requests may take after that; then their connections are closed. */
  deadlineMs?: number
}

/** Close code 'service restart' (IANA registry): pages reconnect to another process. */
const SERVICE_RESTART = 1012
const POLL_MS = 20
/** A connection that was opened within this time may be about to send its first request. */
const FRESH_MS = 1_000

/**
 * Closes the app without losing a request. First /readyz answers 503 and every response closes its connection, while
 * requests are still accepted; after the pause nothing is accepted, sockets are closed with 1012 and idle connections
 * are closed; running requests finish, at most until the deadline. Resolves when no handler runs any more, so that
 * their resources can be closed. Must be called before routes are added.
 */
export function prepareDraining(http: FastifyInstance, listRunningAnswers: RunningAnswers): Draining {
  let isDraining = false
  const countRunning = trackHandlers(http)
  replaceIdleCheck(http.server, listRunningAnswers)
  acceptBeforeClosing(http.server)
  const endConnection = (raw: { shouldKeepAlive: boolean }) => {
    if (isDraining) raw.shouldKeepAlive = false
  }
  // The second hook handles requests that were running already.
  http.addHook('onRequest', (_request, reply, done) => {
    endConnection(reply.raw)
    done()
  })
  http.addHook('onSend', (_request, reply, _payload, done) => {
    endConnection(reply.raw)
    done()
  })

  async function close({ pauseMs = 0, deadlineMs = 0 }: DrainOptions = {}): Promise<void> {
    isDraining = true
    if (pauseMs > 0) await wait(pauseMs)
    const closing = http.close().then(() => true)
    const endsAt = performance.now() + deadlineMs
    while (!(await Promise.race([closing, wait(POLL_MS, false)]))) {
      if (performance.now() < endsAt) http.server.closeIdleConnections()
      else closeAllConnections(http)
    }
    await waitForHandlers(http, countRunning)
  }

  return { isDraining: () => isDraining, close }
}

/**
 * Replaces the server's check for idle connections, also when it stops listening: every connection is idle that has no
 * request with an unsent response, except connections that were just opened for a first request, which balancers
 * without health checks open until they are refused. Node's own check keeps connections that have never sent a
 * request, as browsers open them in advance, and closes those whose response has not left its buffers yet.
 */
function replaceIdleCheck(server: Server, listRunningAnswers: RunningAnswers): void {
  /** Until when a connection without a request is fresh. */
  const connections = new Map<Socket, number>()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, performance.now() + FRESH_MS)
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', ({ socket }) => {
    if (connections.get(socket)) connections.set(socket, 0)
  })
  server.on('upgrade', ({ socket }) => connections.delete(socket))
  server.closeIdleConnections = () => {
    const now = performance.now()
    for (const [socket, freshUntil] of connections)
      if (freshUntil < now && listRunningAnswers(socket).length === 0) socket.destroy()
  }
}

/**
 * Stops listening only when no connection is waiting to be accepted, because the system would reset it and lose its
 * request. The event loop accepts one in each iteration.
 */
function acceptBeforeClosing(server: Server): void {
  const close = server.close.bind(server)
  let emptyIterations = 0
  server.on('connection', () => {
    emptyIterations = 0
  })
  server.close = callback => {
    const endsAt = performance.now() + FRESH_MS
    emptyIterations = 0
    const closeWhenEmpty = () => {
      // Between the first two iterations the loop may not have checked for connections.
      if (++emptyIterations > 2 || performance.now() > endsAt) close(callback)
      else setImmediate(closeWhenEmpty)
    }
    closeWhenEmpty()
    return server
  }
}

/** Closes the sockets of the websocket plugin when the app closes. */
export function closeSockets(this: FastifyInstance, done: () => void): void {
  for (const client of this.websocketServer.clients) client.close(SERVICE_RESTART)
  this.websocketServer.close()
  done()
}

function closeAllConnections(http: FastifyInstance): void {
  for (const client of http.websocketServer.clients) client.terminate()
  http.server.closeAllConnections()
}

/** Counts handlers that have not resolved. A handler may outlive its connection. */
function trackHandlers(http: FastifyInstance): () => number {
  let runningHandlers = 0
  const countEnd = () => {
    runningHandlers--
  }
  http.addHook('onRoute', options => {
    const { handler } = options
    options.handler = function (request, reply) {
      const result: unknown = handler.call(this, request, reply)
      if (result instanceof Promise) {
        runningHandlers++
        result.then(countEnd, countEnd)
      }
      return result
    }
  })
  return () => runningHandlers
}

/** Waits for handlers whose connection was closed, which store what has arrived. */
async function waitForHandlers(http: FastifyInstance, countRunning: () => number): Promise<void> {
  const endsAt = performance.now() + TIME_LIMITS.drainHandlersMs
  while (countRunning() > 0 && performance.now() < endsAt) await wait(POLL_MS)
  if (countRunning() > 0) http.log.warn({ handlers: countRunning() }, 'closing while requests are handled')
}
