import { type Kysely, sql } from 'kysely'

/** Adds versions to orders, and converts stored orders to the form of the versioned interface. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  let after = ''
  for (;;) {
    const { rows } = await sql<OldOrder>`select account_id, code, body from orders where code > ${after}
      order by code limit ${BATCH}`.execute(db)
    for (const row of rows) await convert(db, row)
    const last = rows.at(-1)
    if (!last) break
    after = last.code
  }
  await sql`alter table orders alter column version drop default`.execute(db)
}

const BATCH = 500

const STATEMENTS = [
  `alter table orders add column version integer not null default 0, add column payable_until timestamptz,
    drop column state`,
  `create index orders_by_date on orders (account_id, created_at desc, code desc)`,
  `create table order_products (
    code text primary key,
    account_id text not null,
    order_code text not null,
    article text not null
  )`,
  `create index order_products_by_order on order_products (order_code)`,
  `create index order_products_by_article on order_products (account_id, article, order_code)`,
  `create table order_feeds (
    feed text not null,
    key text not null,
    version integer not null,
    body jsonb not null,
    updated_at timestamptz not null,
    primary key (feed, key)
  )`,
]

interface OldOrder {
  account_id: string
  code: string
  body: {
    products?: { code: string; name?: string }[]
    deliveryAddress?: Record<string, string | undefined>
    total?: { amount: string; currency: string }
  }
}

/** Products had the article's code instead of their own; a price was a decimal text, a recipient one name. */
async function convert(db: Kysely<unknown>, { account_id, code, body }: OldOrder): Promise<void> {
  const { products = [], deliveryAddress, total, ...others } = body
  const numbered = products.map(({ code: article, name, ...product }, index) => ({
    quantity: 1,
    history: [],
    ...product,
    code: `${code}-${index + 1}`,
    article,
    title: name ?? article,
  }))
  const converted = {
    history: [],
    parcels: [],
    ...others,
    products: numbered,
    ...(deliveryAddress && { deliveryAddress: convertAddress(deliveryAddress) }),
    ...(total && { total: { amount: Math.round(Number(total.amount) * 100), currency: total.currency } }),
  }
  await sql`update orders set body = ${JSON.stringify(converted)} where code = ${code}`.execute(db)
  for (const product of numbered)
    await sql`insert into order_products (code, account_id, order_code, article)
      values (${product.code}, ${account_id}, ${code}, ${product.article})`.execute(db)
}

function convertAddress({
  type,
  name,
  houseNumber,
  extra,
  country,
  ...same
}: Record<string, string | undefined>) {
  return {
    ...same,
    type,
    lastName: name,
    streetNumber: houseNumber,
    streetNumberAddition: extra,
    countryCode: country,
  }
}
