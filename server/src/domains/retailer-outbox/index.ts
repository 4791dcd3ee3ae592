import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { millisecondsInDay } from 'date-fns/constants'
import type { RetailerCall } from '#contract/retailer-calls/retailer-call.ts'
import { type Context, change, memoizePerContext, type Tx } from '../../context.ts'
import { type Command, type CommandAction, defineDomain, eraseRows } from '../../domain.ts'
import { parseCommandLine } from '../../platform/command-line.ts'
import {
  deleteRows,
  greaterThan,
  lessThan,
  listFirstRows,
  updateRows,
  updateRowsReturning,
} from '../../platform/db/rows.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { createLeaseRunner, type LeaseRunner } from '../../platform/leases/lease-runner.ts'
import { leaseThroughGate } from './gate.ts'
import { cleanUpMessages, dispatchMessages } from './job-kinds.ts'
import {
  getMessageKind,
  listKindsThatOutliveAccounts,
  listMessageKinds,
  type MessageKind,
  type NewMessage,
} from './message-kinds.ts'
import { messageAttempts, waitingMessagesSource } from './metrics.ts'
import { sendMessage } from './send-message.ts'
import {
  type LeasedMessage,
  leaseMessages,
  listMessages,
  type MessageRow,
  retryMessages,
  updateLeasedMessage,
  upsertMessage,
} from './store.ts'
import { retailerOutboxTables } from './tables.ts'

export { defineMessageKind } from './message-kinds.ts'

/** Longer than it takes to build, send and store a message. */
export const LEASE_MS = 30_000

/** Maximum number of concurrent calls of a process, and of an account by all processes. */
const CALLS_MAX = 8

const CALLS_PER_ACCOUNT_MAX = 2

/** At most 20 calls a second per process, so that a retailer that is available again is not overloaded. */
const CALL_INTERVAL_MS = 50

const getDispatcher = memoizePerContext((ctx): LeaseRunner => {
  const waitForStart = createPacer(CALL_INTERVAL_MS)
  let callsInProgress = 0
  let isSearchDue = false

  async function sendOrRelease(message: LeasedMessage, signal: AbortSignal): Promise<void> {
    try {
      await waitForStart()
      if (signal.aborted) await change(ctx, tx => updateLeasedMessage(tx, message, {}))
      else await sendMessage(ctx, message)
    } finally {
      callsInProgress--
      // The end of a call frees a slot and the next message of its subject.
      isSearchDue = true
    }
  }

  return createLeaseRunner({
    searchAll() {
      isSearchDue = true
    },
    hasSearch: () => isSearchDue && callsInProgress < CALLS_MAX,
    async lease(start, signal) {
      isSearchDue = false
      for (const message of await leaseDueMessages(ctx, CALLS_MAX - callsInProgress)) {
        callsInProgress++
        start(sendOrRelease(message, signal))
      }
    },
  })
})

/** Lists, retries and drops messages of the outbox. */
export const retailerOutboxCommand: Command = {
  name: 'retailer-outbox',
  parse: args => {
    const parsed = parseCommandLine(args, { reason: { type: 'string' } })
    const [verb, id, ...rest] = parsed?.words ?? []
    const reason = parsed?.values.reason?.trim()
    if (rest.length > 0 || (reason !== undefined) !== (verb === 'drop')) return null
    if (verb === 'list') return id === undefined ? listAction : null
    if (!id) return null
    if (verb === 'retry') return (ctx, print) => retryMessage(ctx, print, id)
    return reason ? (ctx, print) => dropMessage(ctx, print, { id, reason }) : null
  },
}

const LIST_LIMIT = 1000

const listAction: CommandAction = async ({ db }, print) => {
  const rows = await listMessages(db, LIST_LIMIT)
  for (const row of rows) print(describeMessage(row))
  const waitingCount = rows.filter(({ state }) => state === 'waiting').length
  print(
    `${waitingCount} waiting, ${rows.length - waitingCount} refused or dropped${rows.length === LIST_LIMIT ? ' of the first 1,000' : ''}.`,
  )
  return 0
}

/** Deletes messages, except those that notify the retailer of deletions. */
const outboxEraser = eraseRows(retailerOutboxTables, (_ctx, tx, accountId) =>
  updateRows(
    tx.db,
    'retailer_outbox',
    { account_id: accountId, state: 'waiting', kind: listKindsThatOutliveAccounts() },
    { account_id: '' },
  ),
)

const ENDED_DAYS = 30

/** Calls to the retailer, each repeated with the same id until it is answered. */
export const retailerOutbox = defineDomain({
  name: 'retailer-outbox',
  dependsOn: [],
  tables: retailerOutboxTables,
  jobs: [
    handleJob(dispatchMessages, (ctx, _payloads, signal) => dispatchDueMessages(ctx, signal)),
    handleJob(cleanUpMessages, ctx =>
      deleteRows(ctx.db, 'retailer_outbox', {
        ended_at: lessThan(new Date(ctx.clock.now().getTime() - ENDED_DAYS * millisecondsInDay)),
      }),
    ),
  ],
  caseLines: {
    async list({ db }, accountId, { since, limit }) {
      const key = { account_id: accountId, created_at: greaterThan(since) }
      const rows = await listFirstRows(db, 'retailer_outbox', key, limit, 'created_at desc')
      return rows.map(row => ({
        at: row.created_at,
        who: 'outbox',
        by: row.kind,
        what: describeMessageState(row),
      }))
    },
  },
  commands: [retailerOutboxCommand],
  metrics: { counted: [messageAttempts], sources: ctx => [waitingMessagesSource(ctx)] },
  eraseAccount: outboxEraser,
})

function describeMessage(row: MessageRow): string {
  const { kind, message_id, created_at } = row
  return `${created_at.toISOString()} ${kind} ${message_id} ${describeMessageState(row)}`
}

function describeMessageState(row: MessageRow): string {
  const { subject, state, attempts, next_attempt_at, ended_at } = row
  const answer = [row.last_status, row.last_problem].filter(each => each !== null).join(' ')
  const when = ended_at
    ? `${state} ${ended_at.toISOString()}`
    : `waiting, next ${next_attempt_at.toISOString()}`
  return `(${subject}): ${when}, ${attempts} attempts${answer && `, ${answer}`}`
}

async function retryMessage(ctx: Context, print: (line: string) => unknown, id: string): Promise<number> {
  const rows = await change(ctx, async tx => {
    await ctx.jobs.send(tx, dispatchMessages, [{}])
    return retryMessages(tx, id, ctx.clock.now())
  })
  return printResult(rows, id, 'is sent again', print)
}

async function dropMessage(
  ctx: Context,
  print: (line: string) => unknown,
  { id, reason }: { id: string; reason: string },
): Promise<number> {
  const rows = await change(ctx, async tx => {
    const waiting = { message_id: id, state: 'waiting' } as const
    const droppedMessages = await updateRowsReturning(tx.db, 'retailer_outbox', waiting, {
      state: 'dropped',
      last_problem: reason,
      ended_at: ctx.clock.now(),
      // The answer of a call in progress is not stored.
      lease: null,
      leased_until: null,
    })
    for (const { kind, message_id: messageId, account_id: accountId } of droppedMessages) {
      const answer = { result: 'refused', reason: 'dropped' } as const
      await getMessageKind(kind).onAnswer?.(ctx, tx, { messageId, accountId }, answer)
    }
    return droppedMessages
  })
  for (const { kind } of rows)
    ctx.log.warn({ kind, messageId: id, reason }, 'a message to the retailer was dropped')
  return printResult(rows, id, 'is dropped', print)
}

function printResult(
  rows: readonly MessageRow[],
  id: string,
  result: string,
  print: (line: string) => unknown,
): number {
  for (const { kind } of rows) print(`${kind} ${id} ${result}.`)
  if (rows.length === 0) print(`There is no such message ${id}.`)
  return rows.length > 0 ? 0 : 1
}

/** Sends due messages until none is due or being sent. Does nothing while no retailer is configured: messages wait. */
export async function dispatchDueMessages(ctx: Context, signal: AbortSignal): Promise<void> {
  if (ctx.config.retailer) await getDispatcher(ctx).run(signal)
}

/** Creates a function whose calls resolve at least `intervalMs` apart. */
function createPacer(intervalMs: number): () => Promise<void> {
  let nextStart = 0
  return async () => {
    const now = performance.now()
    const start = Math.max(now, nextStart)
    nextStart = start + intervalMs
    if (start > now) await setTimeout(start - now)
  }
}

function leaseDueMessages(ctx: Context, slots: number): Promise<LeasedMessage[]> {
  const now = ctx.clock.now()
  return change(ctx, tx =>
    leaseThroughGate(tx, { now, slots }, (limit, isProbe) =>
      leaseMessages(tx, {
        lease: randomUUID(),
        kinds: listMessageKinds(),
        now,
        until: new Date(now.getTime() + LEASE_MS),
        limit,
        perAccount: CALLS_PER_ACCOUNT_MAX,
        isProbe,
      }),
    ),
  )
}

/**
 * Enqueues a call to the retailer. It is sent after the commit, at least once, until it is answered. A waiting message
 * with the same id stays as it is; an ended one waits again.
 */
export async function enqueueMessage<C extends RetailerCall>(
  ctx: Pick<Context, 'clock' | 'jobs'>,
  tx: Tx,
  kind: MessageKind<C>,
  message: NewMessage,
): Promise<void> {
  await upsertMessage(tx, kind.name, message, ctx.clock.now())
  await ctx.jobs.send(tx, dispatchMessages, [{}])
}
