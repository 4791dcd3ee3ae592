import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { SFTPWrapper } from 'ssh2'

/**
 * Applies backpressure so that answers do not fill the memory: waits while the client's channel window is zero or the
 * socket buffer is full. False once the connection is closed.
 */
export async function canSend(sftp: SFTPWrapper, socket: Socket): Promise<boolean> {
  // The channel's window (RFC 4254, 5.2), which the types omit.
  const { outgoing } = sftp as SFTPWrapper & { outgoing: { window: number } }
  const closed = new AbortController()
  const onClose = () => closed.abort()
  socket.once('close', onClose)
  try {
    const { signal } = closed
    while (!socket.destroyed && outgoing.window === 0) await once(socket, 'data', { signal })
    while (!socket.destroyed && socket.writableNeedDrain) await once(socket, 'drain', { signal })
  } catch (error) {
    if (!closed.signal.aborted) throw error
  } finally {
    socket.off('close', onClose)
  }
  return !socket.destroyed
}
