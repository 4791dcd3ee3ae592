import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { startSandbox } from '#sandbox/start-sandbox.ts'
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts'
import { readConfig } from '../sandbox/shop/config.ts'
import { startShop } from '../sandbox/shop/shop.ts'
import { claimPorts } from '../tools/ports.ts'

/** A server with the demo library and the stand-in shop, in this process. */
export interface DemoServer extends AsyncDisposable {
  origin: string
  /** The token with which the shop calls the server. */
  serviceToken: string
}

/** Starts both on free ports; without a data directory in a temporary one, removed at the end. */
export async function startDemoServer(dataDirectory?: string): Promise<DemoServer> {
  await using resources = new AsyncDisposableStack()
  const data = dataDirectory ?? (await createTemporaryFolder(resources))
  const { port, shopPort, sftpPort } = await claimPorts('port', 'shopPort', 'sftpPort')
  const serviceToken = randomBytes(32).toString('base64url')
  // Starts before the server, whose demo places orders in it.
  const shop = await startShop(
    readConfig({
      SHOP_PORT: String(shopPort),
      SHOP_DATA_DIR: join(data, 'shop'),
      KEEPSAKE_URL: `http://localhost:${port}`,
      KEEPSAKE_TOKEN: serviceToken,
      SHOP_TOKEN: serviceToken,
      SHOP_BACK_OFFICE: 'true',
      LOG_LEVEL: 'warn',
    }),
  )
  resources.defer(() => shop.close())
  const server = await startSandbox(
    {
      DATA_DIR: data,
      PORT: String(port),
      SFTP_PORT: String(sftpPort),
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'false',
      SERVICE_TOKENS: `shop:${serviceToken}`,
      SHOP_PORT: String(shopPort),
      RETAILER_TOKEN: serviceToken,
      THIRD_PARTIES: '{}',
      // Small chunks, so that the export of the demo library has several.
      EXPORT_CHUNK_BYTES: '9000000',
    },
    { print: () => {} },
  )
  resources.defer(() => server.close())
  await server.seeded
  await server.ctx.jobs.idle()
  const serverResources = resources.move()
  return { origin: server.origin, serviceToken, [Symbol.asyncDispose]: () => serverResources.disposeAsync() }
}
