import { z } from 'zod'

/** Scripts of other companies on our pages. */
export const THIRD_PARTIES = ['consent', 'analytics', 'feedback', 'chat'] as const
export type ThirdParty = (typeof THIRD_PARTIES)[number]

/**
 * Address of a script. No `*` in its host, because the origin becomes a source of the content security policy. http is
 * allowed for loopback hosts only.
 */
const script = z
  .url({ protocol: /^https?$/, hostname: /^[a-z\d]([a-z\d.-]*[a-z\d])?$/ })
  .refine(
    address => !address.startsWith('http:') || /^(.+\.)?localhost$/.test(new URL(address).hostname),
    'https, or http on localhost',
  )
const key = z.string().min(1).max(200)
/** A locale without a key loads nothing. */
const provider = z.strictObject({ script, keys: z.record(z.string().regex(/^[a-z]{2}-[A-Z]{2}$/), key) })
/** Name of a cookie or of a local storage entry; a trailing `*` matches all names with the prefix. */
const storedName = z.string().regex(/^[\w.-]+\*?$/)

/** The scripts of a brand, or of all brands of an installation. */
export const thirdParties = z.strictObject({
  consent: provider.optional(),
  /** `stored`: data that the script stores in the browser; deleted when the consent is withdrawn. */
  analytics: provider.extend({ stored: z.array(storedName) }).optional(),
  feedback: provider.optional(),
  chat: provider.optional(),
})
export type ThirdParties = z.infer<typeof thirdParties>

const loadedScript = z.object({ script: z.string(), key: z.string() })

/** The scripts that have a key for the page's locale. */
export const pageThirdParties = z.object({
  consent: loadedScript.optional(),
  analytics: z.object({ ...loadedScript.shape, stored: z.array(z.string()) }).optional(),
  feedback: loadedScript.optional(),
  chat: loadedScript.optional(),
})
export type PageThirdParties = z.infer<typeof pageThirdParties>
