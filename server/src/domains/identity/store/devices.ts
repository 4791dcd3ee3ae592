import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Reader, Tx } from '#server/context.ts'
import { findRow, greaterThan, lessThan, listFirstRows, updateRows } from '../../../platform/db/rows.ts'
import type { DevicesTable } from '../tables.ts'

type NewDevice = Omit<
  Insertable<DevicesTable>,
  'bind_hash' | 'step_up_wanted_until' | 'ended_at' | 'ended_by' | 'ended_device'
>

/**
 * Inserts the device of a grant, or sets when and how its customer signed in last; an earlier sign-in than the stored one
 * changes nothing.
 */
export async function upsertDevice(db: Reader, device: NewDevice): Promise<void> {
  await db
    .insertInto('devices')
    .values(device)
    .onConflict(oc =>
      oc
        .columns(['account_id', 'grant_id'])
        .doUpdateSet({
          auth_time: device.auth_time,
          methods: device.methods,
          label: sql`coalesce(excluded.label, devices.label)`,
          network: device.network,
          last_used_at: device.last_used_at,
        })
        .where('devices.auth_time', '<', sql<Date>`excluded.auth_time`),
    )
    .execute()
}

interface DeviceKey {
  accountId: string
  grantId: string
}

export function findDevice(db: Reader, { accountId, grantId }: DeviceKey) {
  return findRow(db, 'devices', { account_id: accountId, grant_id: grantId }, [
    'methods',
    'auth_time',
    'bind_hash',
    'step_up_wanted_until',
    'created_at',
    'ended_at',
    'ended_by',
    'ended_device',
  ])
}

/** Lists the devices of the account whose grants are in force, the one used last first. */
export function listDevices(db: Reader, accountId: string, now: Date) {
  return db
    .selectFrom('devices')
    .innerJoin('oidc_records as granted', join =>
      join.onRef('granted.id', '=', 'devices.grant_id').on('granted.kind', '=', 'Grant'),
    )
    .select([
      'devices.grant_id',
      'devices.client_id',
      'devices.label',
      'devices.network',
      'devices.methods',
      'devices.created_at',
      'devices.last_used_at',
    ])
    .where('devices.account_id', '=', accountId)
    .where('devices.ended_at', 'is', null)
    .where('granted.expires_at', '>', now)
    .orderBy('devices.last_used_at', 'desc')
    .orderBy('devices.grant_id')
    .execute()
}

/** Lists devices of the account, ended or not, the latest sign-in first. */
export const listSignIns = (db: Reader, accountId: string, limit: number) =>
  listFirstRows(db, 'devices', { account_id: accountId }, limit, 'created_at desc')

/** Whether the account has, or had, the device. */
export async function hasDevice(db: Reader, accountId: string, grantId: string): Promise<boolean> {
  const device = await findRow(db, 'devices', { account_id: accountId, grant_id: grantId }, ['grant_id'])
  return device !== undefined
}

/** Sessions of an account: those of these grants, all, or all but one. */
export type SessionSelection = readonly string[] | 'all' | { except: string }

/** Marks devices of the account as ended; returns the ids of those that had not ended. One that ends itself has no `ended_device`. */
export async function endDevices(
  tx: Pick<Tx, 'db'>,
  accountId: string,
  selection: SessionSelection,
  end: { now: Date; cause: string; byGrantId: string | null; deviceName: string | null },
): Promise<string[]> {
  const endedDevice = sql<
    string | null
  >`case when grant_id = ${end.byGrantId} then null else ${end.deviceName}::text end`
  const rows = await tx.db
    .updateTable('devices')
    .set({ ended_at: end.now, ended_by: end.cause, ended_device: endedDevice })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where(isSelected(selection))
    .returning('grant_id')
    .execute()
  return rows.map(row => row.grant_id)
}

function isSelected(selection: SessionSelection) {
  if (selection === 'all') return sql<SqlBool>`true`
  if ('except' in selection) return sql<SqlBool>`grant_id <> ${selection.except}`
  return sql<SqlBool>`grant_id = any(${[...selection]}::text[])`
}

/** Whether the next sign-in of the browser is to ask again. */
export async function isStepUpWanted(db: Reader, device: DeviceKey, now: Date): Promise<boolean> {
  const until = (await findDevice(db, device))?.step_up_wanted_until
  return until != null && until > now
}

/** Whether the next sign-in of the browser is to ask again; true once. */
export async function consumeStepUpWanted(
  db: Reader,
  { accountId, grantId }: DeviceKey,
  now: Date,
): Promise<boolean> {
  const key = { account_id: accountId, grant_id: grantId, step_up_wanted_until: greaterThan(now) }
  return (await updateRows(db, 'devices', key, { step_up_wanted_until: null })) > 0
}

/** Sets the last use of a device; an unknown label stays as it is. */
export async function setLastUse(
  db: Reader,
  { accountId, grantId }: DeviceKey,
  { at, label, network }: { at: Date; label: string | null; network: string | null },
): Promise<void> {
  await updateRows(
    db,
    'devices',
    { account_id: accountId, grant_id: grantId, last_used_at: lessThan(at) },
    { last_used_at: at, network, label: sql`coalesce(label, ${label})` },
  )
}

/** Sets these values of a device; nothing happens for an unknown one. */
export async function updateDevice(
  db: Reader,
  { accountId, grantId }: DeviceKey,
  values: Updateable<DevicesTable>,
): Promise<void> {
  await updateRows(db, 'devices', { account_id: accountId, grant_id: grantId }, values)
}
