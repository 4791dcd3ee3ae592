import { randomUUID } from 'node:crypto'
import { type Context, change, memoizePerContext } from '#server/context.ts'
import { runPeriodically } from '#server/platform/clock/run-periodically.ts'
import { removeMachineTokens } from '#server/platform/machine-tokens/machine-tokens.ts'
import { insertCalls } from '../store/calls.ts'
import { lockKey } from '../store/keys.ts'
import type { KeyCall } from './key-call.ts'
import { recordUse } from './last-use.ts'

/** The time for which calls are collected. */
const FLUSH_MS = 5_000
/** Calls in memory: while the database does not answer, further ones are not recorded. */
const BUFFER_MAX = 10_000

const getBuffer = memoizePerContext((): { calls: KeyCall[]; isFull: boolean } => ({
  calls: [],
  isFull: false,
}))

export function addCall(ctx: Context, call: KeyCall): void {
  const buffer = getBuffer(ctx)
  if (buffer.calls.length < BUFFER_MAX) return void buffer.calls.push(call)
  if (!buffer.isFull) ctx.log.warn('calls of API keys are not recorded: too many wait for the database')
  buffer.isFull = true
}

/** Stores the collected calls periodically, until it is stopped. */
export function startFlushing(ctx: Context): { stop: () => Promise<void> } {
  const ending = new AbortController()
  const running = runPeriodically(FLUSH_MS, ending.signal, () => flushCalls(ctx))
  return {
    stop: () => {
      ending.abort()
      return running
    },
  }
}

/** Stores the collected calls and the last use of their keys; calls that cannot be stored are stored later. */
export async function flushCalls(ctx: Context): Promise<void> {
  const buffer = getBuffer(ctx)
  buffer.isFull = false
  const callsByKey = Map.groupBy(buffer.calls.splice(0), ({ key }) => key.keyId)
  for (const calls of callsByKey.values())
    try {
      await storeCalls(ctx, calls)
    } catch (error) {
      ctx.log.warn({ err: error }, 'calls of an API key could not be stored')
      buffer.calls.unshift(...calls)
    }
}

/** Stores calls of one key under its lock, so that no call is stored after its account is erased. */
async function storeCalls(ctx: Context, calls: readonly KeyCall[]): Promise<void> {
  const { accountId, keyId } = calls[0]!.key
  await change(ctx, async tx => {
    const row = await lockKey(tx, accountId, keyId)
    if (!row) return
    await insertCalls(tx, calls.map(toRow))
    await recordUse(ctx, tx, row, calls)
  })
}

const toRow = ({ key, calledAt, method, path, status, network }: KeyCall) => ({
  call_id: randomUUID(),
  account_id: key.accountId,
  key_id: key.keyId,
  called_at: calledAt,
  method,
  path: removeMachineTokens(path),
  status,
  network,
})
