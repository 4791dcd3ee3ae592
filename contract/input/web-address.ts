import { z } from 'zod'

export const WEB_ADDRESS_MAX = 2048

/** An absolute http or https address without user name and password. */
export const webAddress = z
  .url({ protocol: /^https?$/ })
  .max(WEB_ADDRESS_MAX)
  .refine(address => {
    // Also called for an address that the first rule refused.
    if (!URL.canParse(address)) return false
    const { username, password } = new URL(address)
    return username === '' && password === ''
  })
