import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants'
import type { FastifyRequest } from 'fastify'
import { getEnvironmentByHost } from '#brands/index.ts'
import { API_KEYS_MAX, type ApiKeyConflict } from '#contract/api-keys.ts'
import type { ApiScope } from '#contract/api-scopes.ts'
import type { SecurityEventKind } from '#contract/journal.ts'
import { type Context, change, type Tx } from '#server/context.ts'
import { Failure, requireFound } from '#server/http/failure.ts'
import type { Caller } from '#server/http/route.ts'
import { createMachineToken } from '#server/platform/machine-tokens/machine-tokens.ts'
import { RecentSignInNeeded } from '../customers/index.ts'
import {
  lockForNewAccess,
  type RateLimit,
  recordSecurityEvent,
  refundAttempt,
  requireAttempt,
} from '../identity/index.ts'
import { record } from '../journal/index.ts'
import { evictKeys } from './key-cache.ts'
import { areNetworksWithin, toNetwork } from './networks.ts'
import { isActive } from './present.ts'
import { type ApiKeyRow, endKeys, insertKey, listKeys, lockKey, updateKey } from './store.ts'

/** Who creates a key, and with which request. */
export interface Author {
  caller: Pick<Caller, 'accountId' | 'grantId'>
  request: FastifyRequest
}

export interface NewKey {
  name: string
  scopes: ApiScope[]
  days: number
  networks?: string[] | undefined
}

/** A key that was created; the key itself is returned this once. */
export interface CreatedKey {
  key: string
  row: ApiKeyRow
}

/** Created and replaced keys of an account. */
const CREATION_LIMIT: RateLimit = { name: 'api-key', max: 10, minutes: 60 }

/**
 * Creates a key of the account and tells its owner. Throws too-many-requests, not-found for a closed account, and conflict
 * for a blocked one or with too many keys, unauthorized for a session that has ended; a refused call does not count.
 */
export function createKey(ctx: Context, author: Author, input: NewKey): Promise<CreatedKey> {
  const { accountId } = author.caller
  return limitCreations(ctx, accountId, () =>
    change(ctx, async tx => {
      await lockUnblockedCustomer(tx, author)
      await requireRoom(ctx, tx, accountId)
      return insertNewKey(ctx, tx, author, {
        name: input.name,
        scopes: input.scopes,
        networks: toNetworks(input.networks),
        durationMs: input.days * millisecondsInDay,
        event: 'api-key.created',
      })
    }),
  )
}

/**
 * Creates a key like another one, which works as well for the overlap, and never longer than before; without an overlap it
 * ends at once. Throws as `createKey`, and conflict for a key that has ended or was replaced before.
 */
export function replaceKey(
  ctx: Context,
  author: Author,
  { keyId, overlapHours }: { keyId: string; overlapHours: number },
): Promise<CreatedKey & { previousExpiresAt: Date }> {
  const { accountId } = author.caller
  return limitCreations(ctx, accountId, () =>
    change(ctx, async tx => {
      await lockUnblockedCustomer(tx, author)
      const previous = requireFound(await lockKey(tx, accountId, keyId), 'API key')
      requireActive(previous, ctx.clock.now())
      if (previous.replaced_by !== null) throw conflict('replaced', 'The key was replaced before')
      if (overlapHours > 0) await requireRoom(ctx, tx, accountId)
      const created = await insertNewKey(ctx, tx, author, {
        name: previous.name,
        scopes: previous.scopes,
        networks: previous.networks,
        durationMs: previous.expires_at.getTime() - previous.created_at.getTime(),
        event: 'api-key.replaced',
      })
      const previousExpiresAt = await endReplacedKey(ctx, tx, previous, created.row.key_id, overlapHours)
      return { ...created, previousExpiresAt }
    }),
  )
}

async function endReplacedKey(
  ctx: Context,
  tx: Tx,
  previous: ApiKeyRow,
  replacedBy: string,
  overlapHours: number,
): Promise<Date> {
  const now = ctx.clock.now()
  const overlapEnd = new Date(now.getTime() + overlapHours * millisecondsInHour)
  const expiresAt = overlapEnd < previous.expires_at ? overlapEnd : previous.expires_at
  await updateKey(tx, previous.account_id, previous.key_id, {
    replaced_by: replacedBy,
    expires_at: expiresAt,
    ...(overlapHours === 0 ? { ended_at: now } : {}),
  })
  tx.afterCommit(() => evictKeys(ctx, previous.account_id))
  return expiresAt
}

export interface KeyChanges {
  name?: string | undefined
  networks?: string[] | undefined
}

/**
 * Changes name or networks of a key that works; throws not-found and conflict. More networks than before need a recent sign-in, and
 * the owner is told.
 */
export async function changeKey(
  ctx: Context,
  key: { accountId: string; keyId: string },
  { name, networks }: KeyChanges,
  requireRecentSignIn: () => Promise<void>,
): Promise<ApiKeyRow> {
  const values = { name, networks: networks && toNetworks(networks) }
  const write = (isConfirmed: boolean) => change(ctx, tx => writeKey(ctx, tx, key, values, isConfirmed))
  try {
    return await write(false)
  } catch (error) {
    if (!(error instanceof RecentSignInNeeded)) throw error
  }
  await requireRecentSignIn()
  return write(true)
}

async function writeKey(
  ctx: Context,
  tx: Tx,
  { accountId, keyId }: { accountId: string; keyId: string },
  { name, networks }: { name: string | undefined; networks: string[] | null | undefined },
  isConfirmed: boolean,
): Promise<ApiKeyRow> {
  const row = requireFound(await lockKey(tx, accountId, keyId), 'API key')
  requireActive(row, ctx.clock.now())
  const changed = await setKeyValues(ctx, tx, row, { name, networks })
  const isLoosened = !areNetworksWithin(changed.networks, row.networks)
  if (isLoosened && !isConfirmed) throw new RecentSignInNeeded('More networks need a recent sign-in')
  const before = {
    ...(changed.name !== row.name && { name: row.name }),
    ...(!isDeepStrictEqual(changed.networks, row.networks) && { networks: row.networks }),
  }
  if (Object.keys(before).length === 0) return changed
  const detail = { keyId, name: changed.name, hint: row.hint }
  const entry = { accountId, kind: 'api-key.changed', subject: keyId, before, detail } as const
  await (isLoosened ? recordSecurityEvent(ctx, tx, entry) : record(ctx, tx, entry))
  return changed
}

/** Writes the values that are given; processes read the key again. */
export function setKeyValues(
  ctx: Context,
  tx: Tx,
  row: ApiKeyRow,
  {
    name = row.name,
    networks = row.networks,
  }: { name?: string | undefined; networks?: string[] | null | undefined },
): Promise<ApiKeyRow> {
  tx.afterCommit(() => evictKeys(ctx, row.account_id))
  return updateKey(tx, row.account_id, row.key_id, { name, networks: toNetworksColumn(networks) })
}

/** Ends a key of the account; throws not-found. Idempotent. */
export async function endKey(ctx: Context, accountId: string, keyId: string): Promise<void> {
  await change(ctx, async tx => {
    const { ended_at, name } = requireFound(await lockKey(tx, accountId, keyId), 'API key')
    if (ended_at !== null) return
    await endKeysOfAccount(ctx, tx, accountId, [keyId])
    await record(ctx, tx, { accountId, kind: 'access.removed', subject: keyId, detail: { name } })
  })
}

/** Ends these keys of the account, or all, in the transaction. */
export async function endKeysOfAccount(
  ctx: Context,
  tx: Tx,
  accountId: string,
  keyIds: readonly string[] | 'all',
): Promise<void> {
  await endKeys(tx, accountId, keyIds, ctx.clock.now())
  tx.afterCommit(() => evictKeys(ctx, accountId))
}

interface KeyToInsert {
  name: string
  scopes: ApiScope[]
  networks: string[] | null
  durationMs: number
  event: Extract<SecurityEventKind, 'api-key.created' | 'api-key.replaced'>
}

async function insertNewKey(
  ctx: Context,
  tx: Tx,
  { caller, request }: Author,
  { name, scopes, networks, durationMs, event }: KeyToInsert,
): Promise<CreatedKey> {
  const environment = getEnvironmentByHost(request.host) === 'production' ? 'live' : 'test'
  const { token, hash, hint } = createMachineToken('ksk', environment)
  const now = ctx.clock.now()
  const row = await insertKey(tx, {
    key_id: randomUUID(),
    account_id: caller.accountId,
    name,
    hash,
    hint,
    scopes: JSON.stringify(scopes),
    networks: toNetworksColumn(networks),
    created_at: now,
    expires_at: new Date(now.getTime() + durationMs),
    used_networks: '[]',
  })
  await recordSecurityEvent(ctx, tx, {
    accountId: caller.accountId,
    kind: event,
    detail: {
      keyId: row.key_id,
      name,
      hint,
      scopes: scopes.join(', '),
      expiresAt: row.expires_at.toISOString(),
    },
  })
  return { key: token, row }
}

/** Null: all networks. */
const toNetworks = (networks: readonly string[] = []): string[] | null =>
  networks.length > 0 ? networks.map(toNetwork) : null

const toNetworksColumn = (networks: readonly string[] | null): string | null =>
  networks && JSON.stringify(networks)

async function limitCreations<T>(ctx: Context, accountId: string, create: () => Promise<T>): Promise<T> {
  await requireAttempt(ctx, CREATION_LIMIT, accountId, 'Too many API keys in an hour')
  try {
    return await create()
  } catch (error) {
    await refundAttempt(ctx, CREATION_LIMIT, accountId)
    throw error
  }
}

async function lockUnblockedCustomer(tx: Tx, { caller }: Author): Promise<void> {
  const { business_status } = await lockForNewAccess(tx, caller)
  if (business_status === 'Blocked') throw conflict('blocked', 'The account is blocked')
}

/** Called under the lock of the customer, so that parallel calls cannot exceed the number. */
async function requireRoom(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  const keys = await listKeys(tx.db, accountId, ctx.clock.now())
  if (keys.length >= API_KEYS_MAX)
    throw conflict('too-many-keys', `At most ${API_KEYS_MAX} keys work at a time`)
}

function requireActive(row: ApiKeyRow, now: Date): void {
  if (!isActive(row, now)) throw conflict('ended', 'The key has ended')
}

const conflict = (reason: ApiKeyConflict, message: string) => new Failure('conflict', message, { reason })
