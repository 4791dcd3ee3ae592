import type { WebSocket } from '@fastify/websocket'

/**
 * Pings the client regularly (RFC 6455, 5.5.2), so that proxies keep a silent connection open, and disconnects a
 * client that has not answered the previous ping. Returns a function that stops it.
 */
export function startHeartbeat(socket: WebSocket, intervalMs: number): () => void {
  let answered = true
  socket.on('pong', () => {
    answered = true
  })
  const timer = setInterval(() => {
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
  }, intervalMs)
  return () => clearInterval(timer)
}
