import { fileURLToPath } from 'node:url'

/** The folder of the web as this checkout builds it. */
export const BUILT_WEB = fileURLToPath(new URL('../../../web/dist/', import.meta.url))
