import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** A process behind the balancer. */
export interface Backend {
  port: number
  version: string
}

const CHECK_MS = 100

/**
 * A balancer as docs/operations.md asks for one: it keeps connections, sends requests in turn to the processes whose
 * /readyz answers 200, and never repeats a request. A request it cannot pass on is answered with 502.
 */
export class Balancer {
  /** Requests that each version has answered. */
  readonly served = new Map<string, number>()
  readonly #backends = new Map<Backend, { agent: Agent; isReady: boolean }>()
  readonly #stopping = new AbortController()
  #turn = 0
  #checking: Promise<void> | undefined
  readonly #server = createServer((incoming, outgoing) => {
    const ready = [...this.#backends].filter(([, { isReady }]) => isReady)
    const [backend, state] = ready[this.#turn++ % Math.max(1, ready.length)] ?? []
    if (!backend || !state) return void outgoing.writeHead(502).end('no process is ready')
    const { method, headers, url: path } = incoming
    const options = { host: '127.0.0.1', port: backend.port, agent: state.agent, method, headers, path }
    const forwarded = request(options, answer => {
      this.served.set(backend.version, (this.served.get(backend.version) ?? 0) + 1)
      const { connection: _hop, 'keep-alive': _alive, ...passed } = answer.headers
      outgoing.writeHead(answer.statusCode!, passed)
      answer.on('error', () => outgoing.destroy())
      answer.pipe(outgoing)
    })
    forwarded.on('error', error => {
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end(`${backend.version}: ${error.message}`)
    })
    incoming.pipe(forwarded)
  })

  /** Listens and starts to check its backends. */
  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#checking = this.#check()
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  add(backend: Backend): void {
    this.#backends.set(backend, { agent: new Agent({ keepAlive: true }), isReady: false })
  }

  remove(backend: Backend): void {
    this.#backends.get(backend)?.agent.destroy()
    this.#backends.delete(backend)
  }

  /** Resolves when requests are sent to this one. */
  async whenReady(backend: Backend): Promise<void> {
    while (!this.#backends.get(backend)?.isReady) await wait(CHECK_MS)
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#checking
    for (const { agent } of this.#backends.values()) agent.destroy()
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #check(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      for (const [{ port }, state] of this.#backends)
        state.isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
          async answer => {
            await answer.body?.cancel()
            return answer.ok
          },
          () => false,
        )
      await wait(CHECK_MS)
    }
  }
}
