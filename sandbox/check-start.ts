import { checkPort, checkStart } from '#server/check-start.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { reportError } from '#server/run-server.ts'
import { readConfig as readShopConfig } from './shop/config.ts'

/** Exits with code 1 and a one-line message where `npm start` cannot succeed, before anything is built or started. */
try {
  await checkStart(readConfig(process.env))
  const { port, host } = readShopConfig(process.env)
  await checkPort('SHOP_PORT', port, host)
} catch (error) {
  reportError(error)
  process.exit(1)
}
