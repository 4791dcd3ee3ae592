import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands between a client and its server; it can stop passing anything on without closing, or refuse connections. */
export async function unreliableProxy(target: URL) {
  const open = new Set<Socket>()
  const pairs = new Map<Socket, Socket>()
  const firstRefusal = Promise.withResolvers<void>()
  let refusals = 0
  let silent = false
  const server = createServer(client => {
    open.add(client)
    client.on('error', () => client.destroy())
    if (refusals > 0) {
      refusals--
      firstRefusal.resolve()
      return client.destroy()
    }
    const upstream = connect(Number(target.port || 5432), target.hostname)
    open.add(upstream)
    pairs.set(client, upstream)
    upstream.on('error', () => client.destroy())
    upstream.on('close', () => {
      open.delete(upstream)
      client.destroy()
    })
    client.on('close', () => {
      open.delete(client)
      pairs.delete(client)
      upstream.destroy()
    })
    if (!silent) join(client, upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)

  /** Connections there are fall silent; new ones are passed on. */
  function silence() {
    for (const socket of open) socket.unpipe().pause()
  }
  return {
    url: url.href,
    refused: firstRefusal.promise,
    silence,
    /** New connections are taken and hear nothing, too, as when the machine behind is stopped. */
    hold() {
      silent = true
      silence()
    },
    /** Breaks all connections and refuses that many new ones. */
    refuse(count: number) {
      refusals = count
      for (const socket of open) socket.destroy()
    },
    /** Everything is passed on again, also what was said meanwhile. */
    resume() {
      refusals = 0
      silent = false
      for (const [client, upstream] of pairs) join(client, upstream)
    },
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

function join(client: Socket, upstream: Socket): void {
  client.pipe(upstream)
  upstream.pipe(client)
}
