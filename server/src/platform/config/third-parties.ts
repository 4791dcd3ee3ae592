import { z } from 'zod'
import type { Brand } from '#contract/brands.ts'
import {
  type PageThirdParties,
  THIRD_PARTIES,
  type ThirdParties,
  thirdParties,
} from '#contract/third-parties.ts'
import { parseJson } from '../json.ts'

/** The third-party scripts of brands by id, and of all other brands under `*`. */
export type ThirdPartiesOfBrands = Readonly<Record<string, ThirdParties>>

const thirdPartiesSchema = z.record(z.string(), thirdParties)

/** Parses JSON such as `{"*": {"chat": {"script": "https://…", "keys": {"en-GB": "…"}}}}`. */
export function parseThirdParties(text: string, ctx: z.RefinementCtx): ThirdPartiesOfBrands {
  const parsed = thirdPartiesSchema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  // Names the paths only, because a value may be a key.
  const invalidPaths = parsed.error.issues.map(({ path }) => path.join('.') || 'the whole')
  ctx.addIssue({ code: 'custom', message: `not valid: ${invalidPaths.join(', ')}` })
  return {}
}

/** Returns the third-party scripts of a brand: those of the installation, else those of the brand's file. */
export function getThirdParties(
  { thirdParties }: { thirdParties: ThirdPartiesOfBrands },
  brand: Pick<Brand, 'id' | 'thirdParties'>,
): ThirdParties {
  return thirdParties[brand.id] ?? thirdParties['*'] ?? brand.thirdParties ?? {}
}

/** Filters third parties to those with a key for the locale; without a key nothing is loaded. */
export function filterThirdParties(configuredThirdParties: ThirdParties, locale: string): PageThirdParties {
  return Object.fromEntries(
    THIRD_PARTIES.flatMap(name => {
      const { keys, ...provider } = configuredThirdParties[name] ?? {}
      const key = keys?.[locale]
      return key === undefined ? [] : [[name, { ...provider, key }]]
    }),
  )
}
