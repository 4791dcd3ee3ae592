import { setImmediate as nextTurn } from 'node:timers/promises'

const MAX_REQUESTS = 64
const MAX_BYTES = 256 * 1024

interface QueuedRequest {
  bytes: number
  run: () => Promise<void>
}

/**
 * Runs the requests of a session one after another, one per turn of the event loop, so that many requests of a client delay
 * other clients by one request. The session parses no more requests while the queue is full.
 */
export class RequestQueue {
  readonly #requests: QueuedRequest[] = []
  readonly #onRoom: () => void
  #bytes = 0
  #running: Promise<void> | undefined

  /** `onRoom` is called after each request. */
  constructor(onRoom: () => void) {
    this.#onRoom = onRoom
  }

  get isFull(): boolean {
    return this.#requests.length >= MAX_REQUESTS || this.#bytes >= MAX_BYTES
  }

  /** Adds a request that never rejects; `bytes` is what it occupies in memory. */
  add(bytes: number, run: QueuedRequest['run']): void {
    this.#requests.push({ bytes, run })
    this.#bytes += bytes
    this.#running ??= this.#runAll()
  }

  /** Resolves when all requests are answered. */
  async drain(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #runAll(): Promise<void> {
    for (let request = this.#requests.shift(); request; request = this.#requests.shift()) {
      await request.run()
      this.#bytes -= request.bytes
      this.#onRoom()
      if (this.#requests.length > 0) await nextTurn()
    }
    this.#running = undefined
  }
}
