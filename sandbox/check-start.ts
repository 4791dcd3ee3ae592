import { checkPort, checkStart } from '#server/check-start.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { reportError } from '#server/run-server.ts'
import { readConfig as readShopConfig } from './shop/config.ts'

/* Ends with 1 and one line where `npm start` cannot succeed, before it builds or starts anything. */
try {
  await checkStart(readConfig(process.env))
  const { port, host } = readShopConfig(process.env)
  await checkPort('SHOP_PORT', port, host)
} catch (error) {
  reportError(error)
  process.exit(1)
}
