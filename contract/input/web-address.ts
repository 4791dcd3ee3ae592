import { z } from 'zod'
import { isStorableText } from './text.ts'

export const WEB_ADDRESS_MAX = 2048

/** An absolute http or https address without user name and password, of text that can be stored. */
export const webAddress = z
  .url({ protocol: /^https?$/ })
  .max(WEB_ADDRESS_MAX)
  .refine(address => {
    // Also runs for a text that is not an address.
    const url = URL.parse(address)
    return url !== null && url.username === '' && url.password === '' && isStorableText(address)
  })
