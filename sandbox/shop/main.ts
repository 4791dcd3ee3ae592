import { readConfig } from './config.ts'
import { startShop } from './shop.ts'

/* The stand-in for the retailer's shop: prints editor and checkout. It uses Keepsake over HTTP only. */
try {
  const shop = await startShop(readConfig(process.env))
  let closing = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (closing) process.exit(1)
      closing = true
      shop.close().then(
        () => process.exit(0),
        error => {
          console.error(error)
          process.exit(1)
        },
      )
    })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
