import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { type ZodType, z } from 'zod'
import {
  type Brand,
  brand,
  type Environment,
  type HostBrand,
  redirects,
  type VendorTheme,
  vendorTheme,
} from '#contract/brands.ts'

// Reads files, so it runs in Node only: the browser gets its brand from /config.json.
const folder = import.meta.dirname

/** All brands, one file each. A file that does not match its schema throws at start. */
export const brands: readonly Brand[] = listJsonFiles(folder)
  .filter(file => file !== 'redirects.json')
  .map(file => readBrandFile(folder, file, brand))

/** The file of a vendor: its theme, and the RP ID of its passkeys in production, which never changes. */
const vendorFile = vendorTheme.extend({ rpId: z.string() })

const vendors = listJsonFiles(join(folder, 'vendors')).map(file =>
  readBrandFile(folder, `vendors/${file}`, vendorFile),
)

/** The themes, one file per vendor. */
export const vendorThemes: readonly VendorTheme[] = vendors.map(({ rpId: _, ...theme }) => theme)

/** The brand of localhost and of loopback addresses. */
export const defaultBrand = findBrandById('keepsake-gb')

const hostRedirects = readBrandFile(folder, 'redirects.json', redirects)

/** Finds the brand of a host name, with or without port, on any environment's host; undefined for an unknown host. */
export function findBrandByHost(host: string): Brand | undefined {
  return readHost(host).brand
}

/**
 * The first segment of a brand's host, or the part of it after its last dash, names the environment. Local
 * hosts are development, every other host is production, whatever its first segment: anybody can register such a name.
 */
export function getEnvironmentByHost(host: string): Environment {
  return readHost(host).environment
}

/** Whether the host, with or without port, is of this machine: localhost, *.localhost or a loopback address. */
export function isLocalHost(host: string): boolean {
  return isLocalName(parseHostName(host))
}

/**
 * The host of a brand in the environment of another host, without port: its local host beside a local host,
 * `test.my.x.example` or `my-test.x.example` beside such a host of any brand, else its public host.
 */
export function getBrandHostBeside(host: string, brand: Brand): string {
  const name = parseHostName(host)
  if (isLocalName(name)) return brand.localHost
  const neighbour = findBrand(name)
  const [first = '', ...rest] = name.split('.')
  const environment = first.split('-').at(-1)
  if (!neighbour || name === neighbour.host || !environment) return brand.host
  if (rest.join('.') === neighbour.host) return `${first}.${brand.host}`
  const [ownFirst, ...ownRest] = brand.host.split('.')
  return [`${ownFirst}-${environment}`, ...ownRest].join('.')
}

/**
 * Finds the host that a redirecting host leads to ; undefined for all others. Path and query are kept.
 * On an environment's or a `.localhost` host the target is the other brand's host of the same kind.
 */
export function findHostRedirect(host: string): string | undefined {
  return readHost(host).redirect
}

/**
 * The RP ID (WebAuthn) of the passkeys on a host: the host of the vendor's file in the same environment. On a developer's
 * machine it is the host itself, because local hosts have no parent domain to share.
 */
export function getRpIdByHost(host: string): string {
  const name = parseHostName(host)
  const vendor = vendors.find(each => each.vendor === findBrandByHost(host)?.vendor)
  const rpBrand = brands.find(each => each.host === vendor?.rpId)
  return rpBrand && !isLocalName(name) ? getBrandHostBeside(host, rpBrand) : name
}

/** Lists the hosts whose passkeys have this RP ID; hosts that redirect have none. */
export function listHostsOfRpId(rpId: string): string[] {
  return brands
    .map(brand => getBrandHostBeside(rpId, brand))
    .filter(host => getRpIdByHost(host) === rpId && !findHostRedirect(host))
}

/** Parts of a host name. */
interface Host {
  brand: Brand | undefined
  environment: Environment
  redirect: string | undefined
}

/** Each request asks several times. Clients choose the names: only the last ones of possible length are cached. */
const hosts = new LRUCache<string, Host>({ max: 500 })
const HOST_MAX = 260

function readHost(host: string): Host {
  const known = hosts.get(host)
  if (known) return known
  const name = parseHostName(host)
  const brand = findBrand(name)
  const read = { brand, environment: findEnvironment(name, brand), redirect: findRedirect(name, brand) }
  if (host.length <= HOST_MAX) hosts.set(host, read)
  return read
}

function findBrand(name: string): Brand | undefined {
  if (isLoopback(name)) return defaultBrand
  const plain = removeEnvironment(name)
  return brands.find(b => b.host === name || b.localHost === name || b.host === plain)
}

function findEnvironment(name: string, brand: Brand | undefined): Environment {
  if (isLocalName(name)) return 'development'
  if (!brand || name === brand.host) return 'production'
  return findEnvironmentLabel(name.split('.')[0] ?? '') ?? 'production'
}

function findRedirect(name: string, from: Brand | undefined): string | undefined {
  const target = hostRedirects.find(r => r.from === from?.host)?.to
  const targetBrand = brands.find(b => b.host === target)
  return targetBrand && getBrandHostBeside(name, targetBrand)
}

/** Finds the brand of a host as above, or of the retailer's internal domain name. */
export function findBrandByDomain(domain: string): Brand | undefined {
  const name = parseHostName(domain)
  return findBrandByHost(domain) ?? brands.find(({ internalDomain }) => internalDomain === name)
}

/** Finds the brand of a channel; undefined for an unknown channel. */
export function findBrandByChannel(channel: string): Brand | undefined {
  return brands.find(b => b.channel === channel)
}

/** Lists the channels of a vendor. */
export const listChannels = (vendor: string): string[] =>
  brands.filter(brand => brand.vendor === vendor).map(brand => brand.channel)

/** Returns the vendor of a brand id; that of the default brand for a brand that is no longer configured. */
export function getVendorByBrand(id: string): string {
  return (brands.find(b => b.id === id) ?? defaultBrand).vendor
}

/** Returns the theme of a brand's vendor. */
export function getTheme({ vendor }: Brand): VendorTheme {
  const theme = vendorThemes.find(t => t.vendor === vendor)
  if (!theme) throw new Error(`No theme for vendor ${vendor}`)
  return theme
}

/**
 * Finds the `brand` of /config.json for a host; undefined for an unknown host. On a developer's machine there is
 * no upload app: an app would add the photos to the library of the public host.
 */
export function findHostBrand(host: string): HostBrand | undefined {
  const found = findBrandByHost(host)
  if (!found) return undefined
  const {
    storageLimits: _,
    campaign: __,
    sftp: ___,
    mailSender: ____,
    thirdParties: _____,
    orderMails: ______,
    ...brand
  } = found
  const { imprint: _______, uploadApp, ...addresses } = brand.addresses
  const isPublic = getEnvironmentByHost(host) !== 'development'
  return {
    ...brand,
    addresses: { ...addresses, ...(isPublic && uploadApp && { uploadApp }) },
    theme: getTheme(found),
    redirectTo: findHostRedirect(host) ?? null,
  }
}

function findBrandById(id: string) {
  const found = brands.find(b => b.id === id)
  if (!found) throw new Error(`No brand ${id}`)
  return found
}

function parseHostName(host: string) {
  return host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
}

function isLocalName(name: string) {
  return isLoopback(name) || name.endsWith('.localhost')
}

function isLoopback(name: string) {
  return name === 'localhost' || name === '[::1]' || /^127(\.\d+){3}$/.test(name)
}

function findEnvironmentLabel(segment: string): Environment | undefined {
  switch (segment.split('-').at(-1)) {
    case 'test':
      return 'test'
    case 'acc':
    case 'acceptance':
      return 'acceptance'
    case 'dev':
    case 'localhost':
      return 'development'
    default:
      return undefined
  }
}

/** 'test.my.x.example' and 'my-test.x.example' → 'my.x.example'. */
function removeEnvironment(name: string) {
  const [first = '', ...rest] = name.split('.')
  if (!findEnvironmentLabel(first)) return name
  const kept = first.split('-').slice(0, -1).join('-')
  return [kept, ...rest].filter(Boolean).join('.')
}

function listJsonFiles(path: string) {
  return readdirSync(path)
    .filter(file => file.endsWith('.json'))
    .sort()
}

/** Reads a file of the folder; throws an error that names the file and each of its fields that is missing or not valid. */
export function readBrandFile<T>(folder: string, file: string, schema: ZodType<T>): T {
  const parsed = schema.safeParse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'the whole'}: ${message}`,
  )
  throw new Error(`brands/${file} is not valid: ${faults.join('; ')}`)
}
