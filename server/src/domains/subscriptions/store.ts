import { type Selectable, sql } from 'kysely'
import type { AccountRows } from '#server/platform/db/account-rows.ts'
import type { Reader, Tx } from '../../context.ts'
import { deleteRows, deleteRowsReturning, findRow, lessThan, lockRow } from '../../platform/db/rows.ts'
import type { SubscriptionProfilesTable } from './tables.ts'

export type ProfileRow = Selectable<SubscriptionProfilesTable>
export type ProfileKey = Pick<ProfileRow, 'brand_id' | 'email'>

export function findProfile(db: Reader, { brand_id, email }: ProfileKey): Promise<ProfileRow | undefined> {
  return findRow(db, 'subscription_profiles', { brand_id, email })
}

/** Locks the profile until the transaction ends. */
export function lockProfile(tx: Tx, { brand_id, email }: ProfileKey): Promise<ProfileRow | undefined> {
  return lockRow(tx, 'subscription_profiles', { brand_id, email })
}

/**
 * Moves the profiles of an account's address to its new one. Existing profiles of the new address stay as they are,
 * and all profiles of the previous address are removed. Unconfirmed requests, and profiles that were confirmed after
 * `trustedUntil`, are not moved, because the owner of the new address did not make them.
 */
export async function moveProfiles(
  tx: Tx,
  brandIds: readonly string[],
  { from, to, trustedUntil }: { from: string; to: string; trustedUntil: Date },
): Promise<void> {
  const key = { email: from, brand_id: brandIds }
  const rows = await deleteRowsReturning(tx.db, 'subscription_profiles', key)
  const movedProfiles = rows.filter(({ state, confirmed_at }) =>
    state === 'confirmed' ? confirmed_at! <= trustedUntil : state === 'withdrawn',
  )
  if (movedProfiles.length === 0) return
  await tx.db
    .insertInto('subscription_profiles')
    .values(movedProfiles.map(profile => ({ ...profile, email: to })))
    .onConflict(oc => oc.columns(['brand_id', 'email']).doNothing())
    .execute()
}

/** Deletes requests from before that instant that were never confirmed. */
export async function deleteRequestsBefore(db: Reader, requestedBefore: Date): Promise<void> {
  await deleteRows(db, 'subscription_profiles', {
    state: 'requested',
    requested_at: lessThan(requestedBefore),
  })
}

/** Returns the profiles of an account: the profiles of its address at the brands of its vendor. */
export const getAccountRowsSql = (email: string | null, brandIds: readonly string[]): AccountRows => ({
  subscription_profiles: sql`from subscription_profiles
    where email = ${email} and brand_id = any(${brandIds}::text[])`,
})
