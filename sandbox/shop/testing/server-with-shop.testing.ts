import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOutbound, type Outbound } from '#server/platform/outbound/outbound.ts'
import { RETAILER_TIMEOUT_MS } from '#server/platform/retailer/retailer.ts'
import { type TestServer, testServer } from '#server/testing/harness.ts'
import { readConfig } from '../config.ts'
import { KEEPSAKE_CALLS } from '../keepsake-calls/answer-call.ts'
import { startShop } from '../shop.ts'
import { SHOP_ORIGIN } from './test-shop.testing.ts'

const KEEPSAKE_TOKEN = 'the-token-of-the-shop-in-tests-with-both'
const SHOP_TOKEN = 'the-token-of-calls-to-the-shop-in-tests-with-both'

/**
 * Starts a real Keepsake and a real shop that call each other; the shop takes steps by hand unless `env` has a pace.
 * `prepare` runs before the shop starts, with the folder of its orders.
 */
export async function startServerWithShop(
  env: Record<string, string> = {},
  prepare?: (server: TestServer, ordersFolder: string) => Promise<void>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-both-'))
  const ordersFolder = join(folder, 'orders')
  await mkdir(ordersFolder)
  // Its address is known after the start of the shop, which needs the server's address.
  const retailer = { url: '', token: SHOP_TOKEN, timeoutMs: RETAILER_TIMEOUT_MS }
  const serviceTokens = [{ name: 'shop', token: KEEPSAKE_TOKEN }]
  const printsEditor = `${SHOP_ORIGIN}/{vendor}/prints`
  const callbackOrigins: string[] = []
  let shopOutbound: Outbound | undefined
  const getOutbound = () => (shopOutbound ??= createOutbound({ allowedOrigins: callbackOrigins }))
  const server = await testServer({
    config: { rateLimits: false, retailer, serviceTokens, printsEditor, callbackOrigins },
    outbound: {
      post: call => getOutbound().post(call),
      check: call => getOutbound().check(call),
      close: () => getOutbound().close(),
    },
  })
  await prepare?.(server, ordersFolder)
  const shop = await startShop(
    readConfig({
      SHOP_PORT: '0',
      SHOP_URL: SHOP_ORIGIN,
      SHOP_PACE: '0',
      SHOP_ADDRESS_SECONDS: '0',
      SHOP_BACK_OFFICE: 'true',
      SHOP_DATA_DIR: folder,
      KEEPSAKE_URL: server.origin,
      KEEPSAKE_TOKEN,
      SHOP_TOKEN,
      LOG_LEVEL: 'silent',
      ...env,
    }),
    { retryMs: () => 20, tickMs: 5 },
  )
  callbackOrigins.push(shop.origin)
  retailer.url = `${shop.origin}${KEEPSAKE_CALLS}`
  return {
    server,
    shop,
    ordersFolder,
    async close() {
      await shop.close()
      await server.close()
      await getOutbound().close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
