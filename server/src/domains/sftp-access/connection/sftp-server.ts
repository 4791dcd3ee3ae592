import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import ssh2 from 'ssh2'
import type { Context } from '../../../context.ts'
import { toClientNetwork } from '../../../http/client-address.ts'
import { BoundedCounts } from '../../../platform/bounded-counts.ts'
import { loadOrCreateHostKey } from '../host-key.ts'
import { ALGORITHMS, SFTP_LIMITS, type SftpLimits } from './limits.ts'
import { type OpenConnection, serveConnection } from './serve-connection.ts'

export interface SftpServer {
  port: number
  /** Stops accepting connections, answers pending requests, and ends all connections. */
  close(): Promise<void>
}

/** Milliseconds that pending requests may take when the server closes. */
const DRAIN_MS = 5000
/** More than the answers of SFTP, which wait for the socket to drain. */
const MAX_UNSENT_BYTES = 1024 * 1024

/** Serves business customers' files by SFTP on the configured port, until it is closed. */
export async function startSftpServer(ctx: Context, limits: SftpLimits = SFTP_LIMITS): Promise<SftpServer> {
  const { host, sftp } = ctx.config
  const counts = {
    accounts: new BoundedCounts(limits.connectionsOfAccount),
    addresses: new BoundedCounts(limits.connectionsOfAddress),
    openFiles: new BoundedCounts(limits.openFilesOfAccount),
  }
  const connections = new Map<string, { socket: Socket; onSignedIn(): void; connection?: OpenConnection }>()
  /** Of connections that clients have closed: what is left to store. */
  const endings = new Set<Promise<void>>()
  const ssh = new ssh2.Server({
    hostKeys: [await loadOrCreateHostKey(ctx)],
    algorithms: ALGORITHMS,
    ident: 'Keepsake',
  })
  const listener = createServer({ noDelay: true, keepAlive: true }, socket => {
    const { remoteAddress: address = '', remotePort: port } = socket
    const network = toClientNetwork(address)
    if (connections.size >= limits.connections || !counts.addresses.add(network)) return socket.destroy()
    const signInTimer = setTimeout(() => socket.destroy(), limits.signInMs)
    const onSignedIn = () => clearTimeout(signInTimer)
    connections.set(toConnectionKey(address, port), { socket, onSignedIn })
    socket.once('close', () => {
      onSignedIn()
      counts.addresses.remove(network)
      const key = toConnectionKey(address, port)
      const ending = connections.get(key)?.connection?.finish()
      connections.delete(key)
      if (!ending) return
      endings.add(ending)
      void ending.finally(() => endings.delete(ending))
    })
    // Connection resets; 'close' follows.
    socket.on('error', error => ctx.log.debug({ problem: error.message }, 'an SFTP socket failed'))
    ssh.injectSocket(socket)
    readInTurns(socket)
  })
  // Emitted after the client's SSH identification; the event has no socket.
  ssh.on('connection', (client, { ip, port }) => {
    const entry = connections.get(toConnectionKey(ip, port))
    if (!entry) return client.end()
    const { accounts, openFiles } = counts
    entry.connection = serveConnection(ctx, { client, limits, accounts, openFiles, ...entry })
  })
  listener.listen({ port: sftp!.port, host })
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    async close() {
      const closed = once(listener, 'close')
      listener.close()
      const finished = [...connections.values()].map(({ connection }) => connection?.finish())
      await Promise.race([Promise.all([...finished, ...endings]), pause(DRAIN_MS, undefined, { ref: false })])
      for (const { socket } of connections.values()) socket.destroy()
      await closed
    },
  }
}

/**
 * Reads at most one chunk of the socket per turn of the event loop: otherwise up to 2 MB of small packets are decrypted
 * before another connection is read. Reads no more from a client that does not receive the replies of the SSH protocol.
 */
function readInTurns(socket: Socket): void {
  const resume = () => socket.resume()
  socket.on('data', () => {
    socket.pause()
    if (socket.writableLength > MAX_UNSENT_BYTES) socket.once('drain', resume)
    else setImmediate(resume)
  })
}

const toConnectionKey = (address: string, port: number | undefined) => `${address} ${port}`
