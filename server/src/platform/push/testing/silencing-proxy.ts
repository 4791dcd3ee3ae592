import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands between listener and server; it can stop passing anything on without closing, or refuse connections. */
export async function silencingProxy(target: URL) {
  const open = new Set<Socket>()
  const firstRefusal = Promise.withResolvers<void>()
  let refusals = 0
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
    upstream.on('error', () => client.destroy())
    upstream.on('close', () => client.destroy())
    client.on('close', () => upstream.destroy())
    client.pipe(upstream)
    upstream.pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    refused: firstRefusal.promise,
    silence() {
      for (const socket of open) socket.unpipe().pause()
    },
    refuse(count: number) {
      refusals = count
      for (const socket of open) socket.destroy()
    },
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
