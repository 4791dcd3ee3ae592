import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Random } from '#server/testing/random.ts'
import { CrashServer } from './server.ts'

/** The servers of a run. Clients take turns with them, request by request. */
export class CrashServers {
  readonly #servers: readonly CrashServer[]
  #next = 0
  readonly #replaced = Promise.withResolvers<string>()
  #last: string | undefined

  constructor(servers: readonly CrashServer[]) {
    this.#servers = servers
  }

  static async create(
    count: number,
    env: Record<string, string>,
    log: string,
    random: Random,
  ): Promise<CrashServers> {
    const servers: CrashServer[] = []
    for (let i = 0; i < count; i++) servers.push(new CrashServer(env, await freePort(random), log))
    return new CrashServers(servers)
  }

  get all(): readonly CrashServer[] {
    return this.#servers
  }

  /** Origin of the server whose turn it is; while all are down, waits for one. */
  async next(): Promise<string> {
    for (;;) {
      if (this.#last) return this.#last
      const up = this.#servers.filter(server => server.isUp)
      if (up.length > 0) return up[this.#next++ % up.length]!.origin
      await Promise.race([this.#replaced.promise, ...this.#servers.map(server => server.ready)])
    }
  }

  /** Announces another server that runs on the same data instead of all of them. */
  replaceWith(origin: string): void {
    this.#last = origin
    this.#replaced.resolve(origin)
  }

  async start(): Promise<void> {
    await Promise.all(this.#servers.map(server => server.start()))
  }

  /** Resolves when all are ready. */
  async ready(): Promise<void> {
    await Promise.all(this.#servers.map(server => server.ready))
  }
}

/** A port below those that the system gives to connections, which could take it while the server is down. */
async function freePort(random: Random): Promise<number> {
  for (;;) {
    const port = 20_000 + random.below(10_000)
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
