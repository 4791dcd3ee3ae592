import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import ssh2 from 'ssh2'
import type { Context } from '../../../context.ts'
import { BoundedCounts } from '../../../platform/bounded-counts.ts'
import { loadOrCreateHostKey } from '../host-key.ts'
import { ALGORITHMS, SFTP_LIMITS, type SftpLimits } from './limits.ts'
import { type OpenConnection, serveConnection } from './serve-connection.ts'

export interface SftpServer {
  port: number
  /** Accepts nothing more, answers what has arrived, and ends all connections. */
  close(): Promise<void>
}

/** Milliseconds for which requests that have arrived may take when the server closes. */
const FINISH_MS = 5000

/** Serves business customers' files by SFTP on the configured port, until it is closed. */
export async function startSftpServer(ctx: Context, limits: SftpLimits = SFTP_LIMITS): Promise<SftpServer> {
  const { host, sftp } = ctx.config
  const counts = {
    accounts: new BoundedCounts(limits.connectionsOfAccount),
    addresses: new BoundedCounts(limits.connectionsOfAddress),
  }
  const open = new Map<string, { socket: Socket; onSignedIn(): void; connection?: OpenConnection }>()
  const ssh = new ssh2.Server({
    hostKeys: [await loadOrCreateHostKey(ctx)],
    algorithms: ALGORITHMS,
    ident: 'Keepsake',
  })
  const listener = createServer({ noDelay: true, keepAlive: true }, socket => {
    const { remoteAddress: address = '', remotePort: port } = socket
    if (open.size >= limits.connections || !counts.addresses.add(address)) return socket.destroy()
    const signInTimer = setTimeout(() => socket.destroy(), limits.signInMs)
    const onSignedIn = () => clearTimeout(signInTimer)
    open.set(keyOf(address, port), { socket, onSignedIn })
    socket.once('close', () => {
      onSignedIn()
      counts.addresses.remove(address)
      open.delete(keyOf(address, port))
    })
    // A client that resets the connection; its end follows.
    socket.on('error', error => ctx.log.debug({ problem: error.message }, 'an SFTP socket failed'))
    ssh.injectSocket(socket)
  })
  // Once the client has said that it speaks SSH. The event bears no socket.
  ssh.on('connection', (client, { ip, port }) => {
    const entry = open.get(keyOf(ip, port))
    if (!entry) return client.end()
    const { accounts } = counts
    entry.connection = serveConnection(ctx, { client, limits, accounts, ...entry })
  })
  listener.listen({ port: sftp!.port, host })
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    async close() {
      const closed = once(listener, 'close')
      listener.close()
      const finished = [...open.values()].map(({ connection }) => connection?.finish())
      await Promise.race([Promise.all(finished), pause(FINISH_MS, undefined, { ref: false })])
      for (const { socket } of open.values()) socket.destroy()
      await closed
    },
  }
}

const keyOf = (address: string, port: number | undefined) => `${address} ${port}`
