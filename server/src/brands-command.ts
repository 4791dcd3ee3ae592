import { brands, findHostRedirect } from '#brands/index.ts'
import { listMissingParts } from '#brands/missing-parts.ts'
import type { Brand } from '#contract/brands.ts'
import type { StandaloneCommand } from './domain.ts'
import { parseCommandLine } from './platform/command-line.ts'
import { readConfig } from './platform/config/config.ts'
import {
  filterThirdParties,
  getThirdParties,
  type ThirdPartiesOfBrands,
} from './platform/config/third-parties.ts'

/** `keepsake brands`: shows what each brand's file and this machine's settings give it, and what it lacks. */
export const brandsCommand: StandaloneCommand = {
  name: 'brands',
  async run(env, words, print) {
    const parsed = parseCommandLine(words, { json: { type: 'boolean' } })
    if (!parsed || parsed.words.length > 0) return null
    const { thirdParties } = readConfig(env)
    const states = brands.map(brand => describeBrand(brand, thirdParties))
    if (parsed.values.json) print(JSON.stringify(states, null, 2))
    else for (const state of states) for (const line of formatState(state)) print(line)
    return states.some(({ missing }) => missing.length > 0) ? 1 : 0
  },
}

interface BrandState {
  id: string
  /** Names and values. */
  has: Record<string, string>
  missing: { part: string; absence: string }[]
}

function describeBrand(brand: Brand, thirdParties: ThirdPartiesOfBrands): BrandState {
  const { id, host, country, locale, channel, internalDomain, mailSender, sftp, campaign, addresses, menu } =
    brand
  const loaded = filterThirdParties(getThirdParties({ thirdParties }, brand), locale)
  const redirect = findHostRedirect(host)
  return {
    id,
    has: {
      host: redirect ? `${host}, which redirects to ${redirect}` : host,
      'internal domain': internalDomain,
      'country, locale, channel': `${country}, ${locale}, ${channel}`,
      'mail sender': `${mailSender.name} <${mailSender.address}>`,
      footer: menu.menus.footer.join(', '),
      ...(sftp && { sftp: `${sftp.host}:${sftp.port}` }),
      ...(campaign && { campaign }),
      ...(addresses.uploadApp && { 'upload app': addresses.uploadApp }),
      'third parties': Object.keys(loaded).join(', ') || 'none',
    },
    missing: listMissingParts(brand),
  }
}

const formatState = ({ id, has, missing }: BrandState): string[] => [
  id,
  ...Object.entries(has).map(([name, value]) => `  ${name.padEnd(26)}${value}`),
  ...missing.map(({ part, absence }) => `  ${'lacks'.padEnd(26)}${part}: ${absence}`),
]
