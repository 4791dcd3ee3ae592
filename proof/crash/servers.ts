import type { Random } from '#server/testing/random.ts'
import { stablePort } from '../fleet/ports.ts'
import { ServerProcess } from '../fleet/process.ts'

/** The servers of a run. Clients take turns with them, request by request. */
export class CrashServers {
  readonly #servers: readonly ServerProcess[]
  #next = 0
  readonly #replaced = Promise.withResolvers<string>()
  #last: string | undefined

  constructor(servers: readonly ServerProcess[]) {
    this.#servers = servers
  }

  static async create(
    count: number,
    env: Record<string, string>,
    log: string,
    random: Random,
  ): Promise<CrashServers> {
    const servers: ServerProcess[] = []
    for (let i = 0; i < count; i++)
      servers.push(
        new ServerProcess({ name: `server ${i + 1}`, role: 'all', port: await stablePort(random), env, log }),
      )
    return new CrashServers(servers)
  }

  get all(): readonly ServerProcess[] {
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
