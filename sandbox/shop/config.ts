import { resolve } from 'node:path'
import { z } from 'zod'

const environment = z.object({
  SHOP_PORT: z.coerce.number().int().min(0).max(65535).default(4100),
  SHOP_HOST: z.string().default('127.0.0.1'),
  /** Origin of the shop for customers: in payment and tracking links. */
  SHOP_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Seconds between two steps of an order's fulfilment; 0: steps are taken manually. */
  SHOP_PACE: z.coerce.number().min(0).max(86_400).default(20),
  /** Seconds after which an accepted change of an address is applied. */
  SHOP_ADDRESS_SECONDS: z.coerce.number().min(0).max(86_400).default(8),
  /** For demos: the page that moves and breaks orders, without sign-in, and orders of the past. */
  SHOP_BACK_OFFICE: z.enum(['true', 'false']).default('false'),
  SHOP_DATA_DIR: z.string().default('./data/shop'),
  /** Origin of Keepsake for customers and for this shop; pictures are loaded from it. */
  KEEPSAKE_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:4000'),
  /** The shop's service token (`keepsake service-token create`). */
  KEEPSAKE_TOKEN: z.string().min(32),
  /** Bearer token of Keepsake's calls to this shop (its RETAILER_TOKEN); without it they are not served. */
  SHOP_TOKEN: z.string().min(32).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** All settings of the shop. No other module reads the environment. */
export type ShopConfig = ReturnType<typeof readConfig>

/** Parses the environment; throws a readable error that names each invalid variable and never shows the token. */
export function readConfig(env: Record<string, string | undefined>) {
  // An empty variable is not set, as in the server.
  const given = Object.entries(env).filter(([, value]) => value !== '')
  const parsed = environment.safeParse(Object.fromEntries(given))
  if (!parsed.success) throw new Error(`Configuration is not valid:\n${z.prettifyError(parsed.error)}`)
  const e = parsed.data
  return {
    port: e.SHOP_PORT,
    host: e.SHOP_HOST,
    origin: new URL(e.SHOP_URL ?? `http://localhost:${e.SHOP_PORT}`).origin,
    paceSeconds: e.SHOP_PACE,
    addressSeconds: e.SHOP_ADDRESS_SECONDS,
    backOffice: e.SHOP_BACK_OFFICE === 'true',
    /** All files of the shop. */
    folder: resolve(e.SHOP_DATA_DIR),
    keepsake: { origin: new URL(e.KEEPSAKE_URL).origin, token: e.KEEPSAKE_TOKEN },
    /** Null: Keepsake's calls are not served. */
    keepsakeCallsToken: e.SHOP_TOKEN ?? null,
    logLevel: e.LOG_LEVEL,
  }
}
