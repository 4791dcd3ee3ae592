import { setTimeout as wait } from 'node:timers/promises'
import type { Fault, Injected, Target } from './fault.ts'
import { MOMENT_BY_ACTION } from './moments.ts'
import type { Processes, WatchedProcess, WatchedRole } from './processes.ts'
import type { Moment } from './statements.ts'

type Side = Moment['side']

const PAUSE_MS = 30_000
/** Within it an action comes to its moment. */
const REACHED_MS = 60_000

/** The process is killed at the action's moment in it; without one, before the action. It is started again at the end. */
export const createKillFault = (role: WatchedRole, side: Side): Fault => ({
  name: `kill -9 ${role} ${side} commit`,
  topology: 'processes',
  async inject({ processes }, target) {
    const { server, statements } = processes![role]
    const happened = await runAtMoment(processes![role], role, side, target, () => server.end('SIGKILL'))
    return {
      happened: happened.done,
      async end() {
        // The end of a process can be known before the end of its connections.
        await happened.done.finally(() => statements.disconnect())
        void server.start()
        await server.ready
      },
    }
  },
})

/**
 * The process is stopped for 30 s at the action's moment in it; without one, from before the action on. While a worker is
 * stopped another one works.
 */
export const createPauseFault = (role: WatchedRole, side: Side): Fault => ({
  name: `pause of ${role} 30 s ${side} commit`,
  topology: 'processes',
  duringMs: PAUSE_MS,
  inject: ({ processes }, target) => pause(processes!, role, side, target),
})

async function pause(processes: Processes, role: WatchedRole, side: Side, target: Target): Promise<Injected> {
  const { server, statements } = processes[role]
  const { spareWorker } = processes
  const signal = (name: NodeJS.Signals) => process.kill(server.pid!, name)
  const { done } = await runAtMoment(processes[role], role, side, target, async () => signal('SIGSTOP'))
  let hasEnded = false
  const continued = done.then(async () => {
    if (role === 'worker') void spareWorker.start()
    await wait(PAUSE_MS)
    hasEnded = true
    signal('SIGCONT')
    statements.release()
  })
  continued.catch(() => undefined)
  return {
    happened: done,
    hasEnded: () => hasEnded,
    async end() {
      await continued
      if (role === 'web') return
      await spareWorker.ready
      await spareWorker.end('SIGTERM')
    },
  }
}

/**
 * Calls `happen` when the process is held at the moment of the action, `done` resolves after it; for an action without one
 * it has been called.
 */
async function runAtMoment(
  { statements }: WatchedProcess,
  role: WatchedRole,
  side: Side,
  { action, accountId }: Target,
  happen: () => Promise<unknown>,
): Promise<{ done: Promise<void> }> {
  const statement = MOMENT_BY_ACTION[action]![role]
  if (!statement) {
    await happen()
    return { done: Promise.resolve() }
  }
  const reached = statements.hold({ statement, parameter: accountId, side }).then(() => true)
  const done = Promise.race([reached, wait(REACHED_MS, false)]).then(async isReached => {
    if (!isReached) throw new Error(`${role} did not come to ${statement}`)
    await happen()
  })
  // Awaited by the end, which may come later.
  done.catch(() => undefined)
  return { done }
}
