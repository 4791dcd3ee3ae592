import * as z from 'zod/mini'

/** Formats of a business customer's callbacks. */
export const CALLBACK_FORMATS = ['JSON', 'XML'] as const

export const CALLBACK_URL_MAX = 2048

/** An absolute http or https address without user name and password. */
export const callbackAddress = z.string().check(
  z.trim(),
  z.maxLength(CALLBACK_URL_MAX),
  z.refine(text => {
    const url = URL.parse(text)
    return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  }),
)

/** Callback settings of a business; an empty address turns callbacks off. */
export const callbackSettings = {
  callbackUrl: z.nullable(z.union([z.literal(''), callbackAddress])),
  callbackFormat: z.enum(CALLBACK_FORMATS),
}
