import { setTimeout as wait } from 'node:timers/promises'
import type { Fault, InjectedFault, Target } from './fault.ts'
import type { Processes, WatchedProcess, WatchedRole } from './processes.ts'
import type { Moment } from './statements.ts'

type Side = Moment['side']

const PAUSE_MS = 30_000
/** An action must reach its moment within this time. */
const MOMENT_TIMEOUT_MS = 60_000

/**
 * Creates a fault that kills the process at the moment of the action, or before the action without one, and starts it
 * again at the end.
 */
export const createKillFault = (role: WatchedRole, side: Side): Fault => ({
  name: `kill -9 ${role} ${side} commit`,
  topology: 'processes',
  async inject({ processes }, target) {
    const { server, statements } = processes![role]
    const moment = await runAtMoment(processes![role], role, side, target, () => server.end('SIGKILL'))
    return {
      happened: moment.done,
      async end() {
        // The end of a process can be known before the end of its connections.
        await moment.done.finally(() => statements.disconnect())
        void server.start()
        await server.ready
      },
    }
  },
})

/**
 * Creates a fault that stops the process for 30 s at the moment of the action, or from before the action without one.
 * While a worker is stopped another one works.
 */
export const createPauseFault = (role: WatchedRole, side: Side): Fault => ({
  name: `pause of ${role} 30 s ${side} commit`,
  topology: 'processes',
  duringMs: PAUSE_MS,
  inject: ({ processes }, target) => pause(processes!, role, side, target),
})

async function pause(
  processes: Processes,
  role: WatchedRole,
  side: Side,
  target: Target,
): Promise<InjectedFault> {
  const { server, statements } = processes[role]
  const { spareWorker } = processes
  const signal = (name: NodeJS.Signals) => process.kill(server.pid!, name)
  const { done } = await runAtMoment(processes[role], role, side, target, async () => signal('SIGSTOP'))
  let hasEnded = false
  const resumed = done.then(async () => {
    if (role === 'worker') void spareWorker.start()
    await wait(PAUSE_MS)
    hasEnded = true
    signal('SIGCONT')
    statements.release()
  })
  resumed.catch(() => undefined)
  return {
    happened: done,
    hasEnded: () => hasEnded,
    async end() {
      await resumed
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
  applyFault: () => Promise<unknown>,
): Promise<{ done: Promise<void> }> {
  const statement = MOMENT_BY_ACTION[action]![role]
  if (!statement) {
    await applyFault()
    return { done: Promise.resolve() }
  }
  const reached = statements.hold({ statement, parameter: accountId, side }).then(() => true)
  const done = Promise.race([reached, wait(MOMENT_TIMEOUT_MS, false)]).then(async isReached => {
    if (!isReached) throw new Error(`${role} did not come to ${statement}`)
    await applyFault()
  })
  // Awaited by the end, which may come later.
  done.catch(() => undefined)
  return { done }
}

/**
 * The moment of each action in a process that is killed or paused: the transaction, or the statement outside of any, that
 * contains this statement with the customer's account. Null where the process has no part in it.
 */
const MOMENT_BY_ACTION: Record<string, Record<WatchedRole, RegExp | null>> = {
  'sign-in': { web: /insert into "oidc_records"/, worker: null },
  upload: { web: /insert into "photos"/, worker: /update "photos" set "width"/ },
  thumbnail: { web: /select .*"variants"/, worker: null },
  'timeline read': { web: /select .* from "month_counts"/, worker: null },
  'album edit': { web: /update "albums"/, worker: null },
  'delete chunk': { web: /update "photos" set "deleted_at"/, worker: null },
  'delete all': { web: /insert into "library_moves"/, worker: /update "library_moves"/ },
  'download zip': { web: /insert into "downloads"/, worker: /update "downloads" set .*"manifest"/ },
  export: { web: /insert into "exports"/, worker: /insert into "export_chunks"/ },
  // Mails are sent after it.
  'e-mail change': { web: /insert into "mail_tokens"/, worker: /insert into "sent_mails"/ },
  'account deletion': { web: /insert into "closures"/, worker: /insert into "sent_mails"/ },
  // The claim of a reminder, which is sent after it.
  'retention run': { web: null, worker: /insert into "retention_mail_rates"/ },
  // The delivery has been answered then.
  webhook: { web: /insert into "callback_events"/, worker: /insert into "callback_attempts"/ },
}
