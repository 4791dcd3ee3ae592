import type { WebSocket } from '@fastify/websocket'

/**
 * Pings the client regularly (RFC 6455, 5.5.2), so that proxies keep a silent connection open, and disconnects a
 * client that has not answered the previous ping. Returns a function that stops it.
 */
export function startHeartbeat(socket: WebSocket, intervalMs: number): () => void {
  let isAlive = true
  socket.on('pong', () => {
    isAlive = true
  })
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, intervalMs)
  return () => clearInterval(timer)
}
