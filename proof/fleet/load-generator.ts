/** Clients that send requests one after another until they are stopped, and count the outcomes. */
export interface LoadGenerator {
  /** Number of requests so far. */
  countSent(): number
  /** Lets the running requests end. Returns how many were answered, and each other outcome with its number. */
  stop(): Promise<{ answered: number; lost: Record<string, number> }>
}

/** A request by its name; it resolves with the answer. */
export type Calls = Record<string, () => Promise<Response>>

/** Starts `clients` clients that take turns with the calls. Every answer but a 2xx counts as lost. */
export function startLoadGenerator(calls: Calls, clients: number): LoadGenerator {
  const list = Object.entries(calls)
  const problemCounts = new Map<string, number>()
  let [countSent, answered] = [0, 0]
  let isStopped = false
  const send = async () => {
    while (!isStopped) {
      const [name, call] = list[countSent++ % list.length]!
      const problem = await call().then(
        async answer => {
          const body = await answer.text()
          return answer.ok ? null : `${answer.status} ${body.slice(0, 200)}`
        },
        (error: Error) => `${error.message} ${error.cause ?? ''}`,
      )
      if (problem === null) answered++
      else problemCounts.set(`${name}: ${problem}`, (problemCounts.get(`${name}: ${problem}`) ?? 0) + 1)
    }
  }
  const sending = Promise.all(Array.from({ length: clients }, send))
  return {
    countSent: () => countSent,
    async stop() {
      isStopped = true
      await sending
      return { answered, lost: Object.fromEntries(problemCounts) }
    },
  }
}
