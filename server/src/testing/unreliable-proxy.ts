import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Forwards between the two sockets of a connection. */
export type Forward = (client: Socket, upstream: Socket) => void

/**
 * Starts a TCP proxy to `target` that can stop forwarding without closing connections, or refuse connections. Connections
 * that are forwarded in another way cannot be stalled.
 */
export async function startUnreliableProxy(target: URL, forward: Forward = pipeBothWays) {
  const openSockets = new Set<Socket>()
  const pairs = new Map<Socket, Socket>()
  const firstRefusal = Promise.withResolvers<void>()
  const firstStall = Promise.withResolvers<void>()
  let refusals = 0
  let stalled = false
  const server = createServer(client => {
    openSockets.add(client)
    client.on('error', () => client.destroy())
    if (refusals > 0) {
      refusals--
      firstRefusal.resolve()
      return client.destroy()
    }
    const upstream = connect(Number(target.port || 5432), target.hostname)
    openSockets.add(upstream)
    pairs.set(client, upstream)
    upstream.on('error', () => client.destroy())
    upstream.on('close', () => {
      openSockets.delete(upstream)
      client.destroy()
    })
    client.on('close', () => {
      openSockets.delete(client)
      pairs.delete(client)
      upstream.destroy()
    })
    if (stalled) firstStall.resolve()
    else forward(client, upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  // Without what names the target's own socket.
  url.search = ''
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)

  /** Stops forwarding on open connections; new ones are forwarded. */
  function stallOpenConnections() {
    for (const socket of openSockets) socket.unpipe().pause()
  }
  return {
    url: url.href,
    refused: firstRefusal.promise,
    /** Resolves when a connection was accepted after `stall`. */
    stalled: firstStall.promise,
    stallOpenConnections,
    /** Accepts connections but forwards nothing, as when the target's machine is stopped. */
    stall() {
      stalled = true
      stallOpenConnections()
    },
    /** Closes all connections and refuses the next `count`. */
    refuse(count: number) {
      refusals = count
      for (const socket of openSockets) socket.destroy()
    },
    /** Forwards everything again, including bytes received in the meantime. */
    resume() {
      refusals = 0
      stalled = false
      for (const [client, upstream] of pairs) pipeBothWays(client, upstream)
    },
    close() {
      for (const socket of openSockets) socket.destroy()
      server.close()
    },
  }
}

/** Skips joined sockets: piped twice, every byte would arrive twice. */
function pipeBothWays(client: Socket, upstream: Socket): void {
  client.unpipe(upstream).pipe(upstream)
  upstream.unpipe(client).pipe(client)
}
