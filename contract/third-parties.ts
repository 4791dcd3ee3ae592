import { z } from 'zod'

/** Scripts of other companies on our pages (AA-036 to AA-040). */
export const THIRD_PARTIES = ['consent', 'analytics', 'feedback', 'chat'] as const
export type ThirdParty = (typeof THIRD_PARTIES)[number]

/**
 * Its host is written out: the origin becomes a source of the content security policy, where `*` would be a wildcard.
 * http only on the own machine.
 */
const script = z
  .url({ protocol: /^https?$/, hostname: /^[a-z\d]([a-z\d.-]*[a-z\d])?$/ })
  .refine(
    address => !address.startsWith('http:') || /^(.+\.)?localhost$/.test(new URL(address).hostname),
    'https, or http on localhost',
  )
const key = z.string().min(1).max(200)
/** A locale without a key loads nothing (OP-58). */
const provider = z.strictObject({ script, keys: z.record(z.string().regex(/^[a-z]{2}-[A-Z]{2}$/), key) })
/** A name of cookies and of entries of the local storage; with `*` at its end all that start so. */
const storedName = z.string().regex(/^[\w.-]+\*?$/)

/** The scripts of a brand, or of all brands of an installation. */
export const thirdParties = z.strictObject({
  consent: provider.optional(),
  /** `stored`: what the script stores in the browser; it is deleted when the consent is withdrawn. */
  analytics: provider.extend({ stored: z.array(storedName) }).optional(),
  feedback: provider.optional(),
  chat: provider.optional(),
})
export type ThirdParties = z.infer<typeof thirdParties>

const loaded = z.object({ script: z.string(), key: z.string() })

/** The scripts that have a key for the page's locale. */
export const pageThirdParties = z.object({
  consent: loaded.optional(),
  analytics: z.object({ ...loaded.shape, stored: z.array(z.string()) }).optional(),
  feedback: loaded.optional(),
  chat: loaded.optional(),
})
export type PageThirdParties = z.infer<typeof pageThirdParties>
