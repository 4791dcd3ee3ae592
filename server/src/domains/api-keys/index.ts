import { millisecondsInDay } from 'date-fns/constants'
import type { FastifyRequest } from 'fastify'
import { findBrandByHost } from '#brands/index.ts'
import * as contract from '#contract/api-keys.ts'
import { API_KEY_LOG_DAYS } from '#contract/api-keys.ts'
import { BUSINESS } from '#contract/customers.ts'
import { type Context, change } from '#server/context.ts'
import { readBearerToken } from '#server/http/bearer-token.ts'
import { type Caller, type Route, route } from '#server/http/route.ts'
import { requireRecentSignIn } from '#server/http/step-up.ts'
import { hashMachineToken, isMachineToken } from '#server/platform/machine-tokens/machine-tokens.ts'
import { defineAccess, defineDomain, eraseRows, type UndoSource } from '../../domain.ts'
import { deleteRows, lessThan } from '../../platform/db/rows.ts'
import { defineEvent } from '../../platform/events/events.ts'
import { runOnSchedule } from '../../platform/jobs/jobs.ts'
import { recordSecurityEvent } from '../identity/index.ts'
import { createUndoConflict, undoValues, type Values } from '../journal/index.ts'
import { readCalls } from './calls/log.ts'
import { recordCalls, recordKeyOfRequest } from './calls/record-calls.ts'
import { getKeyCache, type KnownKey } from './key-cache.ts'
import { changeKey, createKey, endKey, endKeysOfAccount, replaceKey, setKeyValues } from './keys.ts'
import { isInNetworks } from './networks.ts'
import { isActive, presentKey, presentKeyAccess } from './present.ts'
import {
  type ApiKeyRow,
  deleteExcessCalls,
  deleteKeysEndedBefore,
  findKeyOfAccount,
  findKeyWithVendor,
  listExpiringKeys,
  listKeys,
  lockKey,
  updateKey,
} from './store.ts'
import { apiKeyTables } from './tables.ts'

/** The owner of a key is reminded that it ends in 30, 7 or 1 days. */
export const apiKeyExpiring = defineEvent<{
  accountId: string
  keyId: string
  name: string
  expiresAt: Date
}>('api-key.expiring')

/** Days before the end of a key on which its owner is reminded. */
const REMINDER_DAYS = [1, 7, 30] as const

const apiKeyRoutes: readonly Route[] = [
  route(contract.getApiKeys, async ({ ctx, caller }) => {
    const now = ctx.clock.now()
    const endedSince = new Date(now.getTime() - contract.API_KEY_LOG_DAYS * millisecondsInDay)
    const rows = await listKeys(ctx.db, caller.accountId, endedSince)
    return { keys: rows.map(row => presentKey(row, now)) }
  }),
  route(contract.createApiKey, async ({ ctx, caller, request, body }) => {
    const { key, row } = await createKey(ctx, { caller, request }, body)
    return { key, ...presentKey(row, ctx.clock.now()) }
  }),
  route(contract.replaceApiKey, async ({ ctx, caller, request, params, body }) => {
    const author = { caller, request }
    const replacement = { keyId: params.id, overlapHours: body.overlapHours }
    const { key, row, previousExpiresAt } = await replaceKey(ctx, author, replacement)
    return {
      key,
      ...presentKey(row, ctx.clock.now()),
      previousExpiresAt: previousExpiresAt.toISOString(),
    }
  }),
  route(contract.updateApiKey, async call => {
    const { ctx, caller, params, body } = call
    const key = { accountId: caller.accountId, keyId: params.id }
    return presentKey(await changeKey(ctx, key, body, () => requireRecentSignIn(call)), ctx.clock.now())
  }),
  route(contract.endApiKey, ({ ctx, caller, params }) => endKey(ctx, caller.accountId, params.id)),
  route(contract.getApiKeyCalls, ({ ctx, caller, query }) => readCalls(ctx, caller.accountId, query)),
]

/** API keys among what has access to an account. */
export const apiKeyAccess = defineAccess({
  kind: 'apiKeys',
  tables: ['api_keys'],
  list: async (ctx, db, accountId) => (await listKeys(db, accountId, ctx.clock.now())).map(presentKeyAccess),
  end: (ctx, tx, accountId, ids) => endKeysOfAccount(ctx, tx, accountId, ids),
})

/** Restores name and networks of a key that works. */
const apiKeyUndo: UndoSource = {
  kinds: ['api-key.changed'],
  undo: (ctx, entry) => {
    const { account_id: accountId, subject } = entry
    return undoValues(ctx, entry, {
      lock: tx => lockKey(tx, accountId, subject!),
      async restore(tx, before) {
        const row = await lockKey(tx, accountId, subject!)
        if (!row || !isActive(row, ctx.clock.now())) throw createUndoConflict('over')
        await setKeyValues(ctx, tx, row, before)
        return pickValues(row, before)
      },
    })
  },
  async findOpen(ctx, accountId, entries) {
    const keys = await listKeys(ctx.db, accountId, ctx.clock.now())
    const active = new Set(keys.filter(row => isActive(row, ctx.clock.now())).map(({ key_id }) => key_id))
    return new Map(entries.filter(({ subject }) => active.has(subject!)).map(row => [row.entry_id, null]))
  },
  async readValues(ctx, accountId, subject) {
    const row = await findKeyOfAccount(ctx.db, accountId, subject)
    return { name: row?.name ?? null, networks: row?.networks ?? null }
  },
  describeValues: ({ name, networks }) => ({
    ...(name !== undefined && { name: name as string | null }),
    ...(networks !== undefined && { networks: (networks as string[] | null)?.join(', ') ?? ALL_NETWORKS }),
  }),
}

const ALL_NETWORKS = '0.0.0.0/0, ::/0'

const pickValues = ({ name, networks }: ApiKeyRow, before: Values): Values => ({
  ...('name' in before && { name }),
  ...('networks' in before && { networks }),
})

/** Calls of a key that are kept: its latest answered ones, and refusals as far as no flood of them fills the disk. */
const KEPT_CALLS = { answered: 1_000, refused: 10_000 }

/** Keys with which systems of business customers make calls, and the log of these calls. */
export const apiKeys = defineDomain({
  name: 'api-keys',
  dependsOn: ['journal', 'customers', 'identity'],
  tables: apiKeyTables,
  routes: apiKeyRoutes,
  mount: recordCalls,
  jobs: [
    runOnSchedule('api-keys.remind', '10 * * * *', remindOwners),
    runOnSchedule('api-keys.clean-up', '35 * * * *', cleanUp),
  ],
  emits: [apiKeyExpiring],
  access: [apiKeyAccess],
  undo: [apiKeyUndo],
  eraseAccount: eraseRows(apiKeyTables),
})

/** Deletes calls and ended keys that are no longer listed. */
export async function cleanUp(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - API_KEY_LOG_DAYS * millisecondsInDay)
  await change(ctx, tx => deleteRows(tx.db, 'api_key_calls', { called_at: lessThan(before) }))
  await change(ctx, tx => deleteExcessCalls(tx, KEPT_CALLS))
  await change(ctx, tx => deleteKeysEndedBefore(tx, before))
}

/**
 * Reminds the owners of keys that end in 30, 7 and 1 days, once each; of a key without a successor only. A reminder that is
 * late takes the place of those before it.
 */
export async function remindOwners(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + Math.max(...REMINDER_DAYS) * millisecondsInDay)
  for (const row of await listExpiringKeys(ctx.db, { now, until }))
    if (findDueReminder(row, now) !== undefined) await remindOwner(ctx, row)
}

async function remindOwner(ctx: Context, { account_id, key_id }: ApiKeyRow): Promise<void> {
  const now = ctx.clock.now()
  await change(ctx, async tx => {
    const row = await lockKey(tx, account_id, key_id)
    if (!row || row.replaced_by !== null || !isActive(row, now)) return
    const days = findDueReminder(row, now)
    if (days === undefined) return
    await updateKey(tx, account_id, key_id, { reminded_days: days })
    await recordSecurityEvent(ctx, tx, {
      accountId: account_id,
      kind: 'api-key.expiring',
      detail: {
        keyId: key_id,
        name: row.name,
        hint: row.hint,
        expiresAt: row.expires_at.toISOString(),
        days: String(days),
      },
    })
    await ctx.events.emit(tx, apiKeyExpiring, {
      accountId: account_id,
      keyId: key_id,
      name: row.name,
      expiresAt: row.expires_at,
    })
  })
}

/** Finds the reminder that is due: the latest of those whose day has come, unless it was sent. */
function findDueReminder({ expires_at, reminded_days }: ApiKeyRow, now: Date): number | undefined {
  const daysLeft = (expires_at.getTime() - now.getTime()) / millisecondsInDay
  const days = REMINDER_DAYS.find(each => daysLeft <= each)
  return days !== undefined && (reminded_days === null || days < reminded_days) ? days : undefined
}

/** Returns the caller of a request with an API key; null for a key that is refused, undefined without an API key. */
type AuthenticateKey = (request: FastifyRequest) => Promise<Caller | null> | Caller | null | undefined

/**
 * Authenticates a request by the API key in its Authorization header. A malformed key is refused by its checksum,
 * without a query. The scopes of the key are checked where the route is known (http/mount.ts).
 */
export function authenticateKey(ctx: Context): AuthenticateKey {
  return request => {
    // Most requests have the token of a session.
    if (!request.headers.authorization?.includes(' ksk_')) return undefined
    const token = readBearerToken(request)
    if (!token?.startsWith('ksk_')) return undefined
    if (!isMachineToken('ksk', token)) return null
    const hash = hashMachineToken(token)
    const cachedKey = getKeyCache(ctx).get(hash)
    if (cachedKey) return acceptKey(ctx, request, cachedKey)
    return findKey(ctx, hash).then(key => {
      if (!key) return null
      getKeyCache(ctx).set(hash, key)
      return acceptKey(ctx, request, key)
    })
  }
}

async function findKey(ctx: Context, hash: string): Promise<KnownKey | undefined> {
  const row = await findKeyWithVendor(ctx.db, hash)
  return (
    row && {
      keyId: row.key_id,
      accountId: row.account_id,
      scopes: row.scopes,
      networks: row.networks,
      isEnded: row.ended_at !== null,
      expiresAt: row.expires_at,
      vendor: row.vendor,
    }
  )
}

/**
 * Returns the caller if the key works at the time, host and network of the request. A brand's host accepts accounts of its
 * vendor only, as with access tokens. Refused calls are recorded, too.
 */
function acceptKey({ clock }: Context, request: FastifyRequest, key: KnownKey): Caller | null {
  recordKeyOfRequest(request, key)
  const brand = findBrandByHost(request.host)
  const isAccepted =
    !key.isEnded &&
    key.expiresAt > clock.now() &&
    key.vendor !== null &&
    (!brand || brand.vendor === key.vendor) &&
    (key.networks === null || isInNetworks(request.ip, key.networks))
  if (!isAccepted) return null
  return {
    accountId: key.accountId,
    business: true,
    claims: { sub: key.accountId, email: '', idpType: '', idpSub: '', amr: [BUSINESS] },
    expires: key.expiresAt,
    grantId: null,
    authTime: null,
    key: { id: key.keyId, scopes: key.scopes },
  }
}
