import { sql } from 'kysely'
import { domains } from '#server/app.ts'
import type { Context } from '#server/context.ts'
import { eraseAccount } from '#server/domains/closures/erase-account.ts'
import { getLibrarySizes } from '#server/domains/photos/index.ts'
import { verify } from '../harness/bench.ts'
import { createFigure, type Figure } from '../harness/figure.ts'
import { measureElapsedMs } from '../harness/rounds.ts'

const ERASE_MAX_S = 60

export async function measureErasure(ctx: Context, accountId: string): Promise<Figure> {
  const { photos } = (await getLibrarySizes(ctx.db, [accountId])).get(accountId)!
  const ms = await measureElapsedMs(() =>
    eraseAccount(ctx, domains, { accountId, by: 'bench', rule: 'customer-care' }),
  )
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from photos where account_id = ${accountId}`.execute(ctx.db)
  verify(rows[0]!.left === 0, 'no photo of the account is left')
  return createFigure(`erasing an account of ${photos.toLocaleString('en')} photos`, [ms / 1000], {
    atMost: ERASE_MAX_S,
    unit: 's',
  })
}
