/** Rows of a queue that a process leases, and what it does with each. */
export interface LeaseQueue {
  /** Forgets what was searched: anything may be due. */
  searchAll(): void
  /** Whether rows may be due that were not searched since. The end of a work may make it true. */
  hasSearch(): boolean
  /** Leases due rows and starts a work for each, which stores its own result. */
  lease(start: (work: Promise<unknown>) => void, signal: AbortSignal): Promise<void>
}

export interface LeaseRunner {
  /**
   * Works until nothing is due or running. While it runs, another call makes it search again and resolves at once. Rejects,
   * after the running works, when leasing or a work fails: what was not stored is leased again when its lease is over. When
   * `signal` aborts, running works end and nothing is leased.
   */
  run(signal: AbortSignal): Promise<void>
}

export function createLeaseRunner(queue: LeaseQueue): LeaseRunner {
  const works = new Set<Promise<void>>()
  let isRunning = false
  let wake: () => void = () => undefined
  return {
    async run(signal) {
      queue.searchAll()
      wake()
      if (isRunning) return
      isRunning = true
      const errors: unknown[] = []
      const start = (work: Promise<unknown>) => {
        const running = work
          .catch(error => void errors.push(error))
          .then(() => {
            works.delete(running)
            wake()
          })
        works.add(running)
      }
      try {
        while (!signal.aborted && errors.length === 0) {
          if (queue.hasSearch()) await queue.lease(start, signal)
          else if (works.size === 0) return
          else
            await new Promise<void>(resolve => {
              wake = resolve
            })
        }
      } finally {
        if (works.size > 0) await Promise.all(works)
        isRunning = false
      }
      if (errors.length > 0) throw errors[0]
    },
  }
}
