import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { brand, configJson, LEGAL_LINKS, LOCALES, type VendorTheme } from '#contract/brands.ts'
import { COUNTRIES } from '#contract/input/address/country.ts'
import {
  brands,
  defaultBrand,
  findBrandByChannel,
  findBrandByHost,
  findHostBrand,
  findHostRedirect,
  getBrandHostBeside,
  getEnvironmentByHost,
  getRpIdByHost,
  getTheme,
  listHostsOfRpId,
  readBrandFile,
  vendorThemes,
} from './index.ts'
import { listMissingParts } from './missing-parts.ts'
import { createThemeVariables, renderFavicon } from './theme.ts'

describe('AA-031 brands', () => {
  test('AA-031 17 brands: every country, Belgium in two languages, a second brand in DE, NL and GB', () => {
    expect(brands).toHaveLength(17)
    expect(new Set(brands.map(b => b.country))).toEqual(new Set(COUNTRIES))
    for (const country of ['BE', 'DE', 'NL', 'GB']) {
      expect(brands.filter(b => b.country === country)).toHaveLength(2)
    }
    const belgian = brands.filter(b => b.country === 'BE')
    expect(belgian.map(b => b.locale).sort()).toEqual(['fr-BE', 'nl-BE'])
    for (const country of ['DE', 'NL', 'GB']) {
      const [one, two] = brands.filter(b => b.country === country)
      expect(one?.vendor).not.toBe(two?.vendor)
    }
  })

  test('AA-031 RV-845 no two brands share an id, a host, a channel or an internal domain', () => {
    for (const key of ['id', 'host', 'localHost', 'channel', 'internalDomain'] as const) {
      expect(new Set(brands.map(b => b[key])).size).toBe(17)
    }
  })

  test('AA-031 only the Swedish brand maps to a domain that is not its host’s', () => {
    const others = brands.filter(b => b.internalDomain !== b.parentDomain)
    expect(others.map(b => b.country)).toEqual(['SE'])
  })

  test('AA-028 every locale of the product has a brand, and every brand a locale of the product', () => {
    expect(new Set(brands.map(b => b.locale))).toEqual(new Set(LOCALES))
  })

  test('NX-256 a brand whose print size names the shorter side first is refused', () => {
    const check = (printSizes: { long: number; short: number }[]) =>
      brand.safeParse({ ...defaultBrand, printSizes }).success
    expect(check([{ long: 150, short: 100 }])).toBe(true)
    expect(check([{ long: 100, short: 150 }])).toBe(false)
  })

  test.each(LEGAL_LINKS)('RV-824 a brand without %s in its footer, menu or addresses is refused', id => {
    const { menu, addresses } = defaultBrand
    const without = <T extends object>(all: T) =>
      Object.fromEntries(Object.entries(all).filter(([key]) => key !== id))
    const items = menu.storefrontItems.filter(item => item.id !== id)
    const withMenu = (changes: Partial<typeof menu>) => ({ ...defaultBrand, menu: { ...menu, ...changes } })
    const footer = menu.menus.footer.filter(item => item !== id)
    expect(brand.safeParse(withMenu({ menus: { ...menu.menus, footer } })).error?.message).toContain(
      `lacks ${id}`,
    )
    expect(brand.safeParse(withMenu({ storefrontItems: items })).success).toBe(false)
    expect(brand.safeParse({ ...defaultBrand, addresses: without(addresses) }).success).toBe(false)
    const other = { ...addresses, [id]: 'https://elsewhere.example/' }
    expect(brand.safeParse({ ...defaultBrand, addresses: other }).error?.message).toContain('differs')
  })

  test('RV-824 RV-830 a start with a brand that lacks what it must have ends, and names each field', () => {
    const folder = mkdtempSync(join(tmpdir(), 'brands-'))
    const { mailSender: _, ...rest } = defaultBrand
    const { imprint: __, ...addresses } = rest.addresses
    writeFileSync(join(folder, 'x.json'), JSON.stringify({ ...rest, addresses }))
    expect(() => readBrandFile(folder, 'x.json', brand)).toThrow(
      /^brands\/x\.json is not valid: mailSender: .*; addresses\.imprint: /,
    )
    writeFileSync(
      join(folder, 'x.json'),
      JSON.stringify({ ...defaultBrand, mailSender: { name: 'K', address: 'k' } }),
    )
    expect(() => readBrandFile(folder, 'x.json', brand)).toThrow('mailSender.address: ')
    rmSync(folder, { recursive: true })
  })

  test.each(brands)(
    'RV-841 RV-830 $id is complete: SFTP, campaign, upload app, a sender and links of its own',
    b => {
      expect(listMissingParts(b)).toEqual([])
      expect(b.menu.menus.footer).toEqual([...LEGAL_LINKS])
      expect(b.mailSender).toEqual({ name: b.name, address: `no-reply@${b.parentDomain}` })
      expect(b.sftp?.host).toBe(`sftp.${b.parentDomain}`)
      for (const id of LEGAL_LINKS) expect(new URL(b.addresses[id]).hostname).toBe(`www.${b.parentDomain}`)
    },
  )

  test('RV-841 PL-046 the app is offered on public hosts: on a developer’s machine it would add photos to another library', () => {
    expect(findHostBrand('my.keepsake.example')?.addresses.uploadApp).toBe('keepsake://add')
    expect(findHostBrand('keepsake-gb.localhost')?.addresses).not.toHaveProperty('uploadApp')
  })

  test.each([{ savedProjects: true }, { orders: false }, { savedProjects: '/saved' }])(
    'RV-845 a brand switches off only routes without which all others work: %j is refused',
    routes => {
      expect(brand.safeParse({ ...defaultBrand, menu: { ...defaultBrand.menu, routes } }).success).toBe(false)
    },
  )

  test('PL-145 a brand file whose link is not http or https is refused', () => {
    const addresses = { ...defaultBrand.addresses, contact: 'javascript:alert(1)' }
    expect(brand.safeParse({ ...defaultBrand, addresses }).success).toBe(false)
    const { menu } = defaultBrand
    const storefrontItems = [
      ...menu.storefrontItems,
      { id: 'files', label: 'Files', url: 'ftp://x.example/' },
    ]
    expect(brand.safeParse({ ...defaultBrand, menu: { ...menu, storefrontItems } }).success).toBe(false)
    expect(brand.safeParse(defaultBrand).success).toBe(true)
  })
})

describe('hosts', () => {
  test('AA-028 a brand answers on its host, its local host and every environment’s host; others are unknown', () => {
    for (const b of brands) {
      const rest = b.host.slice('my.'.length)
      const hosts = [b.host, b.localHost, `test.${b.host}`, `my-acc.${rest}`, `dev.${b.host}`]
      for (const host of hosts) expect(findBrandByHost(host)?.id).toBe(b.id)
      expect(findBrandByHost(`${b.localHost}:4000`)?.id).toBe(b.id)
    }
    expect(findBrandByHost('MY.Keepsake.Example.')?.id).toBe('keepsake-gb')
    expect(findBrandByHost('my.unknown.example')).toBeUndefined()
    expect(findBrandByHost('evil-my.keepsake.example')).toBeUndefined()
    expect(findBrandByHost('my.keepsake.example.evil.example')).toBeUndefined()
  })

  test('local host names have the default brand', () => {
    for (const host of ['localhost', 'localhost:4000', '127.0.0.1:4000', '[::1]:4000']) {
      expect(findBrandByHost(host)).toBe(defaultBrand)
    }
  })

  test.each([
    ['my.keepsake.example', 'production'],
    ['latest.keepsake.example', 'production'],
    ['dev.evil.example', 'production'],
    ['my-dev.evil.example', 'production'],
    ['dev.my.keepsake.example.evil.example', 'production'],
    ['localhost.evil.example', 'production'],
    ['test.my.keepsake.example', 'test'],
    ['my-test.keepsake.example', 'test'],
    ['acc.my.keepsake.example', 'acceptance'],
    ['my-acceptance.keepsake.example', 'acceptance'],
    ['dev.my.keepsake.example', 'development'],
    ['keepsake-gb.localhost:4000', 'development'],
    ['localhost:4000', 'development'],
    ['127.0.0.1:4000', 'development'],
  ] as const)('AA-033 OP-56 %s is %s', (host, environment) => {
    expect(getEnvironmentByHost(host)).toBe(environment)
  })

  test('AA-032 OP-55 the second NL brand’s host redirects to the NL main host, in every environment', () => {
    expect(findHostRedirect('my.snapbook-nederland.example')).toBe('my.albelina.example')
    expect(findHostRedirect('test.my.snapbook-nederland.example')).toBe('test.my.albelina.example')
    expect(findHostRedirect('my-acc.snapbook-nederland.example')).toBe('my-acc.albelina.example')
    expect(findHostRedirect('snapbook-nl.localhost:4000')).toBe('albelina-nl.localhost')
  })

  test('RV-862 a brand’s host beside another host is in its environment, and public beside a host of no brand', () => {
    const herzbild = brands.find(b => b.id === 'herzbild-de')!
    const rest = herzbild.host.slice('my.'.length)
    const hosts = {
      'my.keepsake.example': herzbild.host,
      'test.my.keepsake.example:8443': `test.${herzbild.host}`,
      'my-acc.keepsake.example': `my-acc.${rest}`,
      'localhost:4000': 'herzbild-de.localhost',
      '127.0.0.1': 'herzbild-de.localhost',
      'keepsake-ie.localhost': 'herzbild-de.localhost',
      'photos.example': herzbild.host,
      'dev.evil.example': herzbild.host,
    }
    for (const [host, expected] of Object.entries(hosts))
      expect([host, getBrandHostBeside(host, herzbild)]).toEqual([host, expected])
  })

  test('AA-032 only one host redirects, and its target does not redirect', () => {
    const redirecting = brands.filter(b => findHostRedirect(b.host))
    expect(redirecting.map(b => b.id)).toEqual(['snapbook-nl'])
    expect(findBrandByHost(findHostRedirect(redirecting[0]!.host)!)?.country).toBe('NL')
    expect(findHostRedirect('my.albelina.example')).toBeUndefined()
    expect(findHostRedirect('my.unknown.example')).toBeUndefined()
  })
})

describe('NX-335 RP IDs of passkeys', () => {
  test('NX-335 they never change: the passkeys of all customers of a vendor would be lost', () => {
    const rpIds = Object.fromEntries(brands.map(({ vendor, host }) => [vendor, getRpIdByHost(host)]))
    expect(rpIds).toEqual({
      albelina: 'my.albelina.example',
      herzbild: 'my.herzbild.example',
      keepsake: 'my.keepsake.example',
      nordfoto: 'my.nordfoto.example',
      snapbook: 'my.snapbook.example',
    })
  })

  test('NX-335 the hosts of a vendor have at most five labels, because browsers ignore a sixth', () => {
    for (const { vendor, host } of brands) {
      const hosts = listHostsOfRpId(getRpIdByHost(host))
      expect(hosts.length, vendor).toBeGreaterThan(0)
      // The label before the public suffix, which is one label for all our domains.
      expect(new Set(hosts.map(each => each.split('.').at(-2))).size, vendor).toBeLessThanOrEqual(5)
    }
  })

  test('NX-335 each environment has its own, and a developer’s host is its own', () => {
    expect(getRpIdByHost('test.my.keepsake-ireland.example')).toBe('test.my.keepsake.example')
    expect(getRpIdByHost('my-acc.keepsake-ireland.example:8443')).toBe('my-acc.keepsake.example')
    expect(getRpIdByHost('keepsake-ie.localhost:4000')).toBe('keepsake-ie.localhost')
    expect(getRpIdByHost('localhost:4000')).toBe('localhost')
    expect(listHostsOfRpId('keepsake-ie.localhost')).toEqual(['keepsake-ie.localhost'])
  })
})

describe('locale and theme', () => {
  test('AA-030 OP-53 a channel has the locale of its brand; AT has de-AT; an unknown one has no brand, and the default one en-GB', () => {
    for (const b of brands) expect(findBrandByChannel(b.channel)?.locale).toBe(b.locale)
    expect(findBrandByChannel('HERZBILD-AT')?.locale).toBe('de-AT')
    expect([findBrandByChannel('NOBODY'), defaultBrand.locale]).toEqual([undefined, 'en-GB'])
  })

  test('AA-029 every brand has its vendor’s theme, and no two vendors look alike', () => {
    for (const b of brands) expect(getTheme(b).vendor).toBe(b.vendor)
    for (const look of [(t: VendorTheme) => createThemeVariables(t)['--accent'], renderFavicon]) {
      expect(new Set(vendorThemes.map(look)).size).toBe(vendorThemes.length)
    }
    expect(new Set(vendorThemes.map(t => t.logo.d)).size).toBe(vendorThemes.length)
    expect(new Set(brands.map(b => b.vendor))).toEqual(new Set(vendorThemes.map(t => t.vendor)))
  })

  test('AA-025 a host’s brand fits the answer of /config.json, with its theme and its redirect', () => {
    for (const { host, flags } of brands) {
      const answer = {
        environment: getEnvironmentByHost(host),
        brand: findHostBrand(host),
        flags,
        services: {},
        thirdParties: {},
      }
      expect(configJson.parse(answer).brand.host).toBe(host)
      expect(answer.brand?.addresses).not.toHaveProperty('imprint')
    }
    expect(findHostBrand('my.snapbook-nederland.example')?.redirectTo).toBe('my.albelina.example')
    expect(findHostBrand('my.keepsake.example')?.redirectTo).toBeNull()
    expect(findHostBrand('my.unknown.example')).toBeUndefined()
  })
})
