import { randomUUID } from 'node:crypto'
import { millisecondsInMinute } from 'date-fns/constants'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Context, change, memoizePerContext, type Tx } from '#server/context.ts'
import { shortenAddress } from '#server/http/describe-request.ts'
import { runPeriodically } from '#server/platform/clock/run-periodically.ts'
import { removeMachineTokens } from '#server/platform/machine-tokens/machine-tokens.ts'
import { recordSecurityEvent } from '../../identity/index.ts'
import type { KnownKey } from '../key-cache.ts'
import { type ApiKeyRow, insertCalls, lockKey, updateKey } from '../store.ts'

const keys = new WeakMap<FastifyRequest, KnownKey>()

/** Notes whose key a request has, also where the key is refused; its call is recorded when it is answered. */
export const recordKeyOfRequest = (request: FastifyRequest, key: KnownKey): void => {
  keys.set(request, key)
}

/**
 * Records the calls of keys for their owners: after their answers and in batches, because the embedded database
 * has one connection. A process that dies loses the calls of its last seconds.
 */
export function recordCalls(app: FastifyInstance, ctx: Context): void {
  app.addHook('onResponse', (request, reply, done) => {
    const key = keys.get(request)
    if (key) addCall(ctx, { key, ...describeCall(ctx, request, reply) })
    done()
  })
  const flushing = startFlushing(ctx)
  app.addHook('onClose', async () => {
    await flushing.stop()
    await flushCalls(ctx)
  })
}

/** A longer path is of no route. */
const PATH_MAX = 300

const describeCall = ({ clock }: Context, request: FastifyRequest, reply: FastifyReply) => ({
  calledAt: clock.now(),
  method: request.method,
  path: request.url.split('?')[0]!.slice(0, PATH_MAX),
  status: reply.statusCode,
  network: shortenAddress(request.ip),
  isAccepted: request.caller !== null,
})

/** The time for which calls are collected. */
const FLUSH_MS = 5_000

/** Calls in memory: while the database does not answer, further ones are not recorded. */
const BUFFER_MAX = 10_000

const getBuffer = memoizePerContext((): { calls: KeyCall[]; isFull: boolean } => ({
  calls: [],
  isFull: false,
}))

function addCall(ctx: Context, call: KeyCall): void {
  const buffer = getBuffer(ctx)
  if (buffer.calls.length < BUFFER_MAX) return void buffer.calls.push(call)
  if (!buffer.isFull) ctx.log.warn('calls of API keys are not recorded: too many wait for the database')
  buffer.isFull = true
}

/** Stores the collected calls periodically, until it is stopped. */
function startFlushing(ctx: Context): { stop: () => Promise<void> } {
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

/** Networks of a key that are remembered; a system in a cloud may have many. */
const USED_NETWORKS_MAX = 100

/** A key that has been used from more networks has no usual one: its owner gets no further mails. */
const MAILED_NETWORKS_MAX = 20

/**
 * Stores when and from where the key was last used, at most once a minute and for each new network. The first network is
 * that of its owner's system; each later one is a security event.
 */
async function recordUse(ctx: Context, tx: Tx, row: ApiKeyRow, calls: readonly KeyCall[]): Promise<void> {
  const uses = calls.filter(({ isAccepted }) => isAccepted)
  const lastUse = uses.at(-1)
  if (!lastUse) return
  const usedNetworks = [...row.used_networks]
  for (const { network, calledAt } of uses) {
    if (network === null || usedNetworks.includes(network)) continue
    const isFirst = usedNetworks.length === 0
    usedNetworks.push(network)
    if (!isFirst && usedNetworks.length <= MAILED_NETWORKS_MAX)
      await recordSecurityEvent(ctx, tx, {
        accountId: row.account_id,
        kind: 'api-key.new-network',
        at: calledAt,
        by: { type: 'key', id: row.key_id, network },
        detail: { keyId: row.key_id, name: row.name, hint: row.hint },
      })
  }
  const isKnownNetwork = usedNetworks.length === row.used_networks.length
  const sinceLastUse = lastUse.calledAt.getTime() - (row.last_used_at?.getTime() ?? Number.NEGATIVE_INFINITY)
  if (isKnownNetwork && sinceLastUse < millisecondsInMinute) return
  await updateKey(tx, row.account_id, row.key_id, {
    last_used_at: lastUse.calledAt,
    last_used_from: lastUse.network,
    used_networks: JSON.stringify(usedNetworks.slice(-USED_NETWORKS_MAX)),
  })
}

/** A call of a key that was answered. */
interface KeyCall {
  key: KnownKey
  calledAt: Date
  method: string
  path: string
  status: number
  network: string | null
  /** Whether the key was accepted, which is a use of it. */
  isAccepted: boolean
}
