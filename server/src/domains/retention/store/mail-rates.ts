import { sql } from 'kysely'
import type { Tx } from '#server/context.ts'

/** Locks the brand's row until the transaction ends, so that no two transactions claim reminders of a brand at once. */
export async function lockMailRate(tx: Tx, brandId: string, now: Date): Promise<void> {
  await tx.db
    .insertInto('retention_mail_rates')
    .values({ brand_id: brandId, claimed_at: now })
    .onConflict(oc => oc.column('brand_id').doUpdateSet({ claimed_at: now }))
    .execute()
}

/** Counts the reminders of the brand whose last delivery attempt was after each of these instants. */
export async function countReminderAttempts(
  tx: Tx,
  brandId: string,
  { hourAgo, minuteAgo }: { hourAgo: Date; minuteAgo: Date },
): Promise<{ inHour: number; inMinute: number }> {
  return tx.db
    .selectFrom('retention_notices')
    .select([
      sql<number>`count(*)::int`.as('inHour'),
      sql<number>`(count(*) filter (where tried_at > ${minuteAgo}))::int`.as('inMinute'),
    ])
    .where('brand_id', '=', brandId)
    .where('tried_at', '>', hourAgo)
    .executeTakeFirstOrThrow()
}
