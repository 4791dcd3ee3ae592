import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table customers add column vendor text`,
  // The ids of brands begin with their vendor; a brand that is no longer configured counts as the default brand's.
  `update customers set vendor = case
    when split_part(brand_id, '-', 1) in ('albelina', 'herzbild', 'nordfoto', 'snapbook') then split_part(brand_id, '-', 1)
    else 'keepsake' end`,
  `alter table customers alter column vendor set not null`,
  // One address may have one account at each vendor.
  `drop index customers_by_email`,
  `create unique index customers_by_email on customers (email, vendor) where deleted_at is null`,
]
