import { appendFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { getOrders } from '#contract/orders.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { startServerWithShop } from '../shop/testing/server-with-shop.testing.ts'
import { seedDemoCustomers } from './customers.ts'
import { seedDemoOrders } from './orders.ts'
import { retryCalls } from './repetition.ts'
import { signInDemo } from './sign-in.testing.ts'
test('measure', async () => {
  const both = await startServerWithShop({ SHOP_PACE: '20' })
  const { ctx } = both.server
  await seedDemoCustomers(ctx)
  for (const email of ['demo@keepsake.test', 'studio@keepsake.test'] as const) {
    const client = await signInDemo(both.server, email)
    for (const name of ['one.jpg', 'two.jpg', 'three.jpg']) await client.upload(name, await jpeg())
  }
  await ctx.jobs.idle()
  const t = performance.now(); const c = process.cpuUsage()
  await seedDemoOrders({ ...ctx, retailer: retryCalls(ctx.retailer, { signal: new AbortController().signal, pause: async () => {}, onFailure: () => {} }) })
  const cpu = process.cpuUsage(c)
  appendFileSync('/tmp/demo29/measure.txt', `${process.cwd()} wall ${Math.round(performance.now() - t)} cpu ${Math.round((cpu.user + cpu.system) / 1000)}\n`)
  await both.close()
}, 600_000)
