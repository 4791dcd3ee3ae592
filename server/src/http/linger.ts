import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../platform/config/config.ts'
import { hasBody } from './request-body.ts'

/** Bytes that a client sends before it reads the response, discarded at most. */
const DISCARDED_MAX = 1024 * 1024

/**
 * Keeps a connection whose request was answered before its whole body arrived, until the client has closed it, at most
 * `idleMs` (RFC 9112 §9.6). A socket that is closed with unread bytes is reset, and the client loses the response.
 */
export function lingerBeforeClosing(app: FastifyInstance, { idleMs }: Config['bodyTimeout']): void {
  app.addHook('onRequest', (request, reply, done) => {
    done()
    // Injected calls have no connection.
    if (hasBody(request.raw) && request.raw.socket instanceof Socket)
      lingerAfterResponse(request.raw, reply.raw, idleMs)
  })
}

function lingerAfterResponse(request: IncomingMessage, response: ServerResponse, idleMs: number): void {
  const { socket } = request
  const { destroySoon } = socket
  // Node closes the connection between these two events, if the response is its last.
  response.once('prefinish', () => {
    if (!request.complete) socket.destroySoon = () => linger(socket, idleMs)
  })
  response.once('finish', () => {
    socket.destroySoon = destroySoon
  })
}

/** Ends the connection after `lastBytes`, and destroys it when the client has closed it, or after `idleMs`. */
export function linger(socket: Socket, idleMs: number, lastBytes = ''): void {
  const readMax = socket.bytesRead + DISCARDED_MAX
  socket.on('data', () => {
    if (socket.bytesRead > readMax) socket.pause()
  })
  socket.end(lastBytes)
  const timer = setTimeout(() => socket.destroy(), idleMs)
  socket.once('close', () => clearTimeout(timer))
}
