import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Random } from '#server/testing/random.ts'

/** Finds a free port below those that the system gives to connections, which could take it while its process is down. */
export async function findStablePort(random: Random): Promise<number> {
  for (;;) {
    const port = 20_000 + random.integer(10_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
