/** A queue of rows that a process leases and works on. */
export interface LeaseQueue {
  /** Requests a search of the whole queue. */
  searchAll(): void
  /** Whether there may be due rows that were not searched yet. The end of a work may make it true. */
  hasSearch(): boolean
  /** Leases due rows and passes the work on each of them, which stores its own result, to `start`. */
  lease(start: (work: Promise<unknown>) => void, signal: AbortSignal): Promise<void>
}

export interface LeaseRunner {
  /**
   * Works until nothing is due or running. While it runs, another call makes it search again and resolves at once.
   * Rejects, after the running works, when leasing or a work fails: rows without a stored result are leased again when
   * their lease has expired. When `signal` aborts, running works finish and nothing is leased.
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
        const runningWork = work
          .catch(error => void errors.push(error))
          .then(() => {
            works.delete(runningWork)
            wake()
          })
        works.add(runningWork)
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
