import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { environment, install, node, root, serverEnvironment, serverFlags, shopFlags } from './setup.mjs'

// An empty variable is not set, as in the server.
const PORT = process.env.PORT || '4000'
const DATA_DIR = process.env.DATA_DIR || './data'
const SHOP_PORT = process.env.SHOP_PORT || String(Number(PORT) + 100)
// Shared by the two processes only, new at every start.
const [retailerToken, shopToken] = [1, 2].map(() => randomBytes(32).toString('base64url'))
const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
const common = { NODE_NO_WARNINGS: '1', LOG_LEVEL: 'warn', ...serverEnvironment, ...given }

const serverSettings = {
  SFTP_PORT: String(Number(PORT) + 22),
  SHOP_PORT,
  RETAILER_TOKEN: retailerToken,
  ...common,
  SERVICE_TOKENS: [given.SERVICE_TOKENS, `shop:${shopToken}`].filter(Boolean).join(),
}
const shopSettings = {
  SHOP_PORT,
  SHOP_DATA_DIR: join(DATA_DIR, 'shop'),
  SHOP_BACK_OFFICE: 'true',
  KEEPSAKE_URL: `http://localhost:${PORT}`,
  ...common,
  KEEPSAKE_TOKEN: shopToken,
  SHOP_TOKEN: retailerToken,
}

install()
// Before the build, which takes longer.
const checked = spawnSync(node, ['sandbox/check-start.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...shopSettings, ...serverSettings },
})
if (checked.status !== 0) process.exit(1)
buildWeb()

const server = start([...serverFlags, 'sandbox/main.ts', ...process.argv.slice(2)], serverSettings)
let shop
let shopEnded
// When the server is ready: the shop sends its article groups and campaigns as soon as it has started.
server.once('message', () => {
  shop = start([...shopFlags, 'sandbox/shop/main.ts'], shopSettings)
  shopEnded = once(shop, 'exit').then(([code]) => {
    // The server runs without the shop.
    if (code !== 0) console.error('The stand-in shop has ended; ordering prints does not work.')
  })
})

// Ctrl-C signals all (same terminal): each shuts down in order, this process ends after them.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    if (signal === 'SIGTERM') for (const child of [server, shop]) child?.kill(signal)
  })
const [code] = await once(server, 'exit')
shop?.kill('SIGTERM')
await shopEnded
// Null after a signal.
process.exit(code ?? 1)

function start(args, env) {
  return spawn(node, args, { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env })
}
