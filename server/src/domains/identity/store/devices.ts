import { type Insertable, sql, type Updateable } from 'kysely'
import type { Reader, Tx } from '#server/context.ts'
import type { DevicesTable } from '../tables.ts'

type NewDevice = Omit<
  Insertable<DevicesTable>,
  'bind_hash' | 'step_up_wanted_until' | 'ended_at' | 'ended_by'
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
        .where(eb =>
          eb.or([
            eb('devices.auth_time', 'is', null),
            eb('devices.auth_time', '<', sql<Date>`excluded.auth_time`),
          ]),
        ),
    )
    .execute()
}

/** Inserts the device of a grant of before, with the hash of its cookie; sets the hash of one that has none. False otherwise. */
export async function bindUnboundDevice(db: Reader, device: NewDevice, bindHash: string): Promise<boolean> {
  const boundDevice = await db
    .insertInto('devices')
    .values({ ...device, bind_hash: bindHash })
    .onConflict(oc =>
      oc
        .columns(['account_id', 'grant_id'])
        .doUpdateSet({ bind_hash: bindHash })
        .where('devices.bind_hash', 'is', null),
    )
    .returning('grant_id')
    .executeTakeFirst()
  return boundDevice !== undefined
}

interface DeviceKey {
  accountId: string
  grantId: string
}

export function findDevice(db: Reader, { accountId, grantId }: DeviceKey) {
  return db
    .selectFrom('devices')
    .select(['methods', 'auth_time', 'bind_hash'])
    .where('account_id', '=', accountId)
    .where('grant_id', '=', grantId)
    .executeTakeFirst()
}

/**
 * Lists the grants of the account that are in force, with their devices, the one used last first. A grant of before has no
 * device; one without a refresh token never reached its client.
 */
export function listGrantsWithDevices(db: Reader, accountId: string, now: Date) {
  return db
    .selectFrom('oidc_records as granted')
    .leftJoin('devices', join =>
      join
        .onRef('devices.account_id', '=', 'granted.account_id')
        .onRef('devices.grant_id', '=', 'granted.id'),
    )
    .select(({ ref }) => [
      'granted.id',
      sql<string>`${ref('granted.payload')} ->> 'clientId'`.as('client_id'),
      sql<number>`(${ref('granted.payload')} ->> 'iat')::integer`.as('issued_at'),
      'devices.label',
      'devices.network',
      'devices.methods',
      'devices.created_at',
      'devices.last_used_at',
    ])
    .where('granted.kind', '=', 'Grant')
    .where('granted.account_id', '=', accountId)
    .where('granted.expires_at', '>', now)
    .where(eb =>
      eb.or([
        eb.and([eb('devices.grant_id', 'is not', null), eb('devices.ended_at', 'is', null)]),
        eb.exists(
          eb
            .selectFrom('oidc_records as issued')
            .select('issued.id')
            .whereRef('issued.grant_id', '=', 'granted.id')
            .where('issued.kind', '=', 'RefreshToken'),
        ),
      ]),
    )
    .orderBy('devices.last_used_at', order => order.desc().nullsLast())
    .orderBy('granted.id')
    .execute()
}

/** Whether the account has, or had, the device or a grant of before. */
export async function hasGrantOrDevice(db: Reader, accountId: string, grantId: string): Promise<boolean> {
  const grants = db
    .selectFrom('oidc_records')
    .select('id')
    .where('kind', '=', 'Grant')
    .where('id', '=', grantId)
    .where('account_id', '=', accountId)
  const devices = db
    .selectFrom('devices')
    .select('grant_id as id')
    .where('account_id', '=', accountId)
    .where('grant_id', '=', grantId)
  return (await grants.unionAll(devices).executeTakeFirst()) !== undefined
}

/** Marks these devices of the account as ended, or all; returns the ids of those that had not ended. */
export async function endDevices(
  tx: Pick<Tx, 'db'>,
  accountId: string,
  grantIds: readonly string[] | 'all',
  { now, by }: { now: Date; by: string },
): Promise<string[]> {
  if (grantIds.length === 0) return []
  const rows = await tx.db
    .updateTable('devices')
    .set({ ended_at: now, ended_by: by })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .$if(grantIds !== 'all', query => query.where('grant_id', 'in', [...grantIds]))
    .returning('grant_id')
    .execute()
  return rows.map(row => row.grant_id)
}

/** Marks all devices of the account but one as ended. */
export async function markOtherDevicesEnded(
  tx: Pick<Tx, 'db'>,
  accountId: string,
  keptGrantId: string,
  { now, by }: { now: Date; by: string },
): Promise<void> {
  await tx.db
    .updateTable('devices')
    .set({ ended_at: now, ended_by: by })
    .where('account_id', '=', accountId)
    .where('grant_id', '!=', keptGrantId)
    .where('ended_at', 'is', null)
    .execute()
}

export const setAuthTime = (
  db: Reader,
  device: DeviceKey,
  { authTime, methods }: { authTime: Date; methods: readonly string[] },
): Promise<void> =>
  updateDevice(db, device, {
    auth_time: authTime,
    methods: JSON.stringify(methods),
    step_up_wanted_until: null,
  })

export const setBindHash = (db: Reader, device: DeviceKey, bindHash: string): Promise<void> =>
  updateDevice(db, device, { bind_hash: bindHash })

/** Lets the next sign-in of the browser ask again, until then. */
export const setStepUpWanted = (db: Reader, device: DeviceKey, until: Date): Promise<void> =>
  updateDevice(db, device, { step_up_wanted_until: until })

/** Whether the next sign-in of the browser is to ask again; true once. */
export async function consumeStepUpWanted(
  db: Reader,
  { accountId, grantId }: DeviceKey,
  now: Date,
): Promise<boolean> {
  const device = await db
    .updateTable('devices')
    .set({ step_up_wanted_until: null })
    .where('account_id', '=', accountId)
    .where('grant_id', '=', grantId)
    .where('step_up_wanted_until', '>', now)
    .returning('grant_id')
    .executeTakeFirst()
  return device !== undefined
}

/** Sets the last use of a device; an unknown label stays as it is. */
export async function setLastUse(
  db: Reader,
  { accountId, grantId }: DeviceKey,
  { at, label, network }: { at: Date; label: string | null; network: string | null },
): Promise<void> {
  await db
    .updateTable('devices')
    .set({ last_used_at: at, network, label: sql`coalesce(label, ${label})` })
    .where('account_id', '=', accountId)
    .where('grant_id', '=', grantId)
    .where('last_used_at', '<', at)
    .execute()
}

export async function deleteDevicesCreatedBefore(db: Reader, before: Date): Promise<void> {
  await db.deleteFrom('devices').where('created_at', '<', before).execute()
}

async function updateDevice(
  db: Reader,
  { accountId, grantId }: DeviceKey,
  values: Updateable<DevicesTable>,
): Promise<void> {
  await db
    .updateTable('devices')
    .set(values)
    .where('account_id', '=', accountId)
    .where('grant_id', '=', grantId)
    .execute()
}
