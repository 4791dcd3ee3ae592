import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { change } from '#server/context.ts'
import { deliverDue } from '#server/domains/callbacks/callbacks.testing.ts'
import { sendRemindersJob } from '#server/domains/retention/job-kinds.ts'
import {
  findAlbumCountErrors,
  findForeignPhotos,
  findMonthCountErrors,
  findOrphanRows,
  findStorageUsageErrors,
} from '#server/testing/consistency-checks.ts'
import type { Action, Attempt, PreparedAction } from './actions.ts'
import type { Environment } from './environment.ts'
import type { Fault } from './fault.ts'

/**
 * How an action ended that was performed during a fault and repeated, as a client does, after it. Each state but 'not done'
 * means that its effect was found exactly once; any other number is an error.
 *
 * - once: answered as always, done during the fault.
 * - later: answered as always, done after the fault, without a client.
 * - not done: answered as always, never done.
 * - refused {status}: an error, with '+' one with Retry-After; nothing was changed; done when repeated.
 * - broken: no answer, only a part of it, or (sign-in, retention run) an error of a call inside the process; done when
 *   repeated.
 * - {refused or broken}, done: and yet it was done; repeated it changes nothing.
 */
export type EndState = string

const DURING_MS = 5000
const AFTER_MS = 60_000
const REPEATS_MAX = 10
const REPEAT_MS = 500
const HOUR = 3_600_000

/** Performs the action during the fault and repeats it after it; throws when it is not done exactly once then. */
export async function runCell(environment: Environment, action: Action, fault: Fault): Promise<EndState> {
  const preparedAction = await action.prepare(environment)
  await waitUntilIdle(environment)
  const injectedFault = await fault.inject(environment, {
    action: action.name,
    accountId: preparedAction.client.accountId,
  })
  let state: EndState
  let answer: Attempt
  try {
    answer = await attempt(environment, preparedAction)
    const hasEnded = () => injectedFault.hasEnded?.() ?? false
    if (isOk(answer)) {
      await injectedFault.happened
      const isDone = await waitUntilTrue(() => isFound(preparedAction), fault.duringMs ?? DURING_MS, hasEnded)
      state = isDone && !hasEnded() ? 'once' : 'later'
    } else state = answer.status === 0 ? 'broken' : `refused ${answer.status}${answer.retryAfter ? '+' : ''}`
  } finally {
    await injectedFault.end()
  }
  const isDatabaseAvailable = () =>
    sql`select 1`.execute(environment.server.ctx.db).then(
      () => true,
      () => false,
    )
  if (!(await waitUntilTrue(isDatabaseAvailable, AFTER_MS)))
    throw new Error('the database does not answer after the fault')
  if (!isOk(answer)) {
    await waitUntilIdle(environment)
    if (await isFound(preparedAction)) state += ', done'
  }
  for (let i = 0; i < REPEATS_MAX && !isOk(answer); i++) {
    answer = await attempt(environment, preparedAction)
    if (!isOk(answer)) await wait(REPEAT_MS)
  }
  if (!isOk(answer)) throw new Error(`answered ${answer.status} after the fault`)
  if (
    !(await waitUntilTrue(
      () => isFound(preparedAction),
      AFTER_MS,
      () => false,
      () => skipWaits(environment),
    ))
  ) {
    if ((await preparedAction.count()) > 0) throw new Error(`done ${await preparedAction.count()} times`)
    state = 'not done'
  }
  await waitUntilIdle(environment)
  const count = await preparedAction.count()
  if (count !== 1 && state !== 'not done') throw new Error(`done ${count} times`)
  await checkConsistency(environment, preparedAction)
  return state
}

const isOk = ({ status }: Attempt) => status >= 200 && status < 300

/** Makes one attempt, or two at the same time; returns the answer of one that succeeded. */
async function attempt({ isSentTwice }: Environment, prepared: PreparedAction): Promise<Attempt> {
  const attemptOnce = () => prepared.attempt().catch(() => ({ status: 0, retryAfter: null }))
  const answers = await Promise.all(isSentTwice ? [attemptOnce(), attemptOnce()] : [attemptOnce()])
  return answers.find(isOk) ?? answers[0]!
}

/** False also when a fault prevents the check. */
const isFound = (prepared: PreparedAction) =>
  prepared.count().then(
    count => count === 1,
    () => false,
  )

async function waitUntilTrue(
  isTrue: () => Promise<boolean>,
  ms: number,
  isOver = () => false,
  runDuringFault: () => Promise<void> = async () => undefined,
): Promise<boolean> {
  const until = performance.now() + ms
  while (!(await isTrue())) {
    if (performance.now() > until || isOver()) return false
    await runDuringFault()
    await wait(50)
  }
  return true
}

/** Ends the waiting times of retries and runs the jobs of every minute. */
async function skipWaits(environment: Environment): Promise<void> {
  const { server } = environment
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(server.ctx.db)
  server.clock.advance(HOUR)
  await change(server.ctx, tx => server.ctx.jobs.send(tx, sendRemindersJob, [{}]))
  await Promise.race([deliverDue(server), wait(2000)])
  server.clock.set(new Date())
}

/** Waits until no job runs; connections that a fault has broken fail first. */
async function waitUntilIdle({ server }: Environment): Promise<void> {
  const isIdle = () =>
    server.idle().then(
      () => true,
      () => false,
    )
  const idle = waitUntilTrue(isIdle, AFTER_MS)
  if (!(await Promise.race([idle, wait(AFTER_MS, false)]))) throw new Error('jobs do not end')
}

async function checkConsistency({ server: { ctx } }: Environment, { client }: PreparedAction): Promise<void> {
  const errors = [
    ...(await findMonthCountErrors(ctx, client.accountId)),
    ...(await findStorageUsageErrors(ctx, client.accountId)),
    ...(await findAlbumCountErrors(ctx, client.accountId)),
    ...(await findForeignPhotos(ctx)),
    ...(await findOrphanRows(ctx)),
  ]
  if (errors.length > 0) throw new Error(`inconsistent: ${JSON.stringify(errors)}`)
}
