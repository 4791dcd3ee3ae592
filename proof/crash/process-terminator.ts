import { setTimeout as wait } from 'node:timers/promises'
import { createRandom, type Random } from '#server/testing/random.ts'
import type { ServerProcess } from '../fleet/process.ts'

/** Share of ready processes that are terminated in order; all others are killed, as by a crash. */
const SIGTERM_SHARE = 0.25
/** Share of restarted processes that are killed again within this time, some several times in succession. */
const AGAIN_SHARE = 0.55
const AGAIN_WITHIN_MS = 2500

/** Kills processes of a running system, often several at the same moment, and restarts them. */
export class ProcessTerminator {
  readonly counts = { all: 0, web: 0, worker: 0, whileStarting: 0, inOrder: 0 }
  /** Times at which workers ended, in milliseconds since 1970. */
  readonly workerEnds: number[] = []
  readonly #random: Random
  readonly #violations: string[]
  readonly #randomOf: Map<ServerProcess, Random>

  /** Each process has random choices of its own, because they are ended at the same time. */
  constructor(processes: readonly ServerProcess[], seed: number, violations: string[]) {
    this.#random = createRandom(seed)
    this.#violations = violations
    this.#randomOf = new Map(processes.map((process, i) => [process, createRandom(seed + i + 1)]))
  }

  /** Processes killed so far. */
  get killed(): number {
    return this.counts.all + this.counts.web + this.counts.worker
  }

  /** Ends some of the processes, mostly few; resolves when the last of them starts. */
  async terminateSome(): Promise<void> {
    const all = [...this.#randomOf.keys()]
    const selectedProcesses = this.#random.chance(0.15) ? all : this.#random.sample(all, 0.4)
    const victims = selectedProcesses.length > 0 ? selectedProcesses : [this.#random.pick(all)]
    await Promise.all(victims.map(victim => this.#terminate(victim)))
  }

  async #terminate(process: ServerProcess): Promise<void> {
    const random = this.#randomOf.get(process)!
    const endsInOrder = random.chance(SIGTERM_SHARE) && process.isUp
    await this.#terminateOnce(process, endsInOrder ? 'SIGTERM' : 'SIGKILL')
    while (random.chance(AGAIN_SHARE)) {
      await wait(random.integer(AGAIN_WITHIN_MS))
      await this.#terminateOnce(process, 'SIGKILL')
    }
  }

  async #terminateOnce(process: ServerProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (signal === 'SIGTERM') this.counts.inOrder++
    else this.counts[process.role as 'all' | 'web' | 'worker']++
    if (!process.isUp) this.counts.whileStarting++
    if (process.role === 'worker') this.workerEnds.push(Date.now())
    const code = await process.end(signal)
    if (process.role === 'worker') this.workerEnds.push(Date.now())
    if (code !== (signal === 'SIGTERM' ? 0 : null))
      this.#violations.push(`${process.name} ended with ${code}, it was sent ${signal}`)
    void process.start()
    process.ready.catch(error => this.#violations.push(`${process.name}: ${error.message}`))
  }
}
