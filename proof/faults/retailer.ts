import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { findFreePort } from '../../tools/free-port.ts'
import type { Restartable } from './edge.ts'

/** Starts the retailer's side, which knows nothing that it is asked for: for a deletion that is the end. */
export async function startRetailer(): Promise<Restartable & { url: string }> {
  const port = await findFreePort()
  let server: Server | null = null
  async function start() {
    server = createServer((_request, response) => response.writeHead(404).end())
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await start()
  return {
    url: `http://127.0.0.1:${port}`,
    start,
    async stop() {
      server?.closeAllConnections()
      server?.close()
      server = null
    },
  }
}
