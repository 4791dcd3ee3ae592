import { checkPort, checkStart } from '#server/check-start.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { printError } from '#server/report-error.ts'
import { checkSandbox } from './check-sandbox.ts'
import { readConfig as readShopConfig } from './shop/config.ts'
import { addShopSettings } from './shop-settings.ts'

/** Exits with code 1 and a one-line message where `npm start` cannot succeed, before anything is built or started. */
try {
  const config = readConfig(addShopSettings(process.env))
  checkSandbox(config)
  await checkStart(config)
  const { port, host } = readShopConfig(process.env)
  await checkPort('SHOP_PORT', port, host)
} catch (error) {
  printError(error)
  process.exit(1)
}
