import { z } from 'zod'
import { campaignName } from './campaign-name.ts'
import { endpoint, SERVICES, type ServiceKey } from './endpoint.ts'
import { COUNTRIES, getDeliveryCountries } from './input/address/country.ts'
import { PAYMENT_METHODS } from './input/payment-methods.ts'
import { text } from './input/text.ts'
import type { PrintSize } from './print-quality.ts'
import { pageThirdParties, thirdParties } from './third-parties.ts'

/** The supported locales and the default when none matches. */
export const LOCALES = [
  'da-DK',
  'de-AT',
  'de-DE',
  'en-GB',
  'en-IE',
  'es-ES',
  'fr-BE',
  'fr-FR',
  'it-IT',
  'nb-NO',
  'nl-BE',
  'nl-NL',
  'pt-PT',
  'sv-SE',
] as const
export const DEFAULT_LOCALE = 'en-GB'
export const locale = z.enum(LOCALES)
export type Locale = z.infer<typeof locale>

export const country = z.enum(COUNTRIES)

/** Feature flags of a brand. */
export const FLAGS = [
  'PhotoManagementTimelineViewEnabled',
  'PhotoManagementAlbumViewEnabled',
  'PhotoManagementSharedAlbumsViewEnabled',
  'PhotoManagementUploadViewEnabled',
  'PhotoManagementQrCodeUploadEnabled',
  'PhotoManagementReactivationEnabled',
  'PhotoManagementPhotoExportEnabled',
  'PhotoManagementOrderPrintsEnabled',
] as const
export const flag = z.enum(FLAGS)
export type Flag = z.infer<typeof flag>
/** The value of every flag for a host: the source 'host list'. */
export const flags = z.record(flag, z.boolean())
export type Flags = z.infer<typeof flags>

export const link = z.url({ protocol: /^https?$/ })
/** A link with a `{placeholder}`; not a URI, because RFC 3986 does not allow braces. */
const linkTemplate = z.string().regex(/^https?:\/\/[^\s/]+(\/\S*)?$/)
const host = z.string().regex(/^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'a lower-case host name without port')
const id = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'kebab-case')

/**
 * A link of the retailer's menu. `label` is in the brand's language; the catalogue's `menu.{id}` overrides it. The page
 * leaves out an item that is not http or https, and the server refuses a brand file with such an item.
 */
export const menuItem = z.strictObject({ id, label: z.string().min(1), url: z.url() })
export type MenuItem = z.infer<typeof menuItem>

/** The links that the footer of every page and mail must have, by their ids of storefront items and addresses. */
export const LEGAL_LINKS = ['terms', 'privacy', 'imprint', 'contact'] as const

/** The ids of the storefront items of each menu, in display order; the footer has the link to withdraw without an item. */
const menus = z.strictObject({
  side: z.array(id),
  help: z.array(id),
  footer: z.array(id),
})

/** The routes that a brand can switch off, by their names in the route table; other screens link to all others. */
export const SWITCHABLE_ROUTES = ['invoices', 'integration', 'savedProjects', 'onlineProducts'] as const

/**
 * Response of `GET {public conf}/{host domain}`. `routes` names those of SWITCHABLE_ROUTES that are
 * switched off, which the server checks when it loads the brand; all others of the built-in route table are on.
 */
export const hostMenu = z.object({
  storefrontItems: z.array(menuItem),
  routes: z.record(z.string(), z.boolean()),
  menus,
})
export type HostMenu = z.infer<typeof hostMenu>

/** Addresses of the retailer's other services. `{vendor}` in addresses of editors is replaced by the vendor. */
export const addresses = z.strictObject({
  shop: link,
  printsEditor: linkTemplate,
  printsProductCode: z.string().min(1),
  contact: link,
  terms: link,
  privacy: link,
  imprint: link,
  /** Address of the page for mobile uploads; null for our own upload page. */
  upload: link.nullable(),
  /** Deep link of the brand's app for mobile uploads, opened first; `upload` is the fallback after 2 s. */
  uploadApp: z.url().optional(),
})

/** Sender of the brand's mails: the mail server must be allowed to send for the address's domain (SPF, DKIM, DMARC). */
export const mailSender = z.strictObject({ name: z.string().min(1), address: z.email() })

/** The SFTP address for the files of businesses. */
export const sftpAddress = z.strictObject({ host, port: z.int().min(1).max(65_535) })

const GIGABYTE = 1024 ** 3

/**
 * Limits of each account of a brand. `storedBytes` is the quota: originals in the library and in the bin
 * together with announced bytes of unfinished uploads.
 */
export const storageLimits = z.strictObject({
  storedBytes: z.int().min(GIGABYTE),
  unfinishedBytes: z.int().min(GIGABYTE),
  unfinishedUploads: z.int().min(1),
})
export type StorageLimits = z.infer<typeof storageLimits>

/** Enough for about 100,000 photos, and for 50 unfinished files of the largest size. */
export const DEFAULT_STORAGE_LIMITS: StorageLimits = {
  storedBytes: 500 * GIGABYTE,
  unfinishedBytes: 10 * GIGABYTE,
  unfinishedUploads: 300,
}

/** The products that the shop makes of a selection of photos, beside prints, in display order. */
export const EDITOR_PRODUCTS = ['photo-book', 'calendar'] as const
export type EditorProduct = (typeof EDITOR_PRODUCTS)[number]

const printSize: z.ZodType<PrintSize> = z.object({ long: z.int().min(1), short: z.int().min(1) })

/** The complete configuration of a brand: a file in `brands`. */
export const brand = z
  .strictObject({
    id,
    name: z.string().min(1),
    host,
    /** The host on a developer's machine: `{id}.localhost`. */
    localHost: host,
    country,
    channel: z.string().regex(/^[A-Z0-9-]+$/),
    locale,
    vendor: id,
    /**
     * The name by which the retailer's own systems ask for the configuration, as well as by the host; the Swedish brand's
     * differs from its host.
     */
    internalDomain: host,
    /** Domain of the session cookies, shared by the hosts below it. */
    parentDomain: host,
    /** IANA time zone in which days are counted. */
    timeZone: z.string().refine(isTimeZone, 'an IANA time zone'),
    mailSender,
    /** Ways to pay that customers can prefer, in display order. */
    paymentMethods: z.array(z.enum(PAYMENT_METHODS)),
    flags,
    /** Countries of delivery addresses; all countries if left out. */
    deliveryCountries: z.array(country).min(1).optional(),
    /** Papers on which the shop prints photos; no print sizes are shown if left out. */
    printSizes: z.array(printSize).min(1).max(50).optional(),
    /** Editors of products that take a temporary selection as the prints editor does; one left out is not offered. */
    productEditors: z.partialRecord(z.enum(EDITOR_PRODUCTS), linkTemplate).optional(),
    /** DEFAULT_STORAGE_LIMITS if left out. */
    storageLimits: storageLimits.optional(),
    /** The campaign whose order cut-off is shown on unpaid orders; none if left out. */
    campaign: campaignName.optional(),
    /** Set where the retailer itself mails what happens to orders; else Keepsake does. */
    orderMails: z.literal('retailer').optional(),
    /** SFTP address for businesses; no SFTP if left out. */
    sftp: sftpAddress.optional(),
    menu: hostMenu.strict(),
    addresses,
    /** Third-party scripts; none if left out. */
    thirdParties: thirdParties.optional(),
  })
  .refine(b => b.localHost === `${b.id}.localhost`, 'localHost is the id below .localhost')
  .refine(b => b.host.endsWith(`.${b.parentDomain}`), 'the host is below parentDomain')
  .refine(b => getDeliveryCountries(b).includes(b.country), 'a brand delivers to its own country')
  .refine(
    b => (b.printSizes ?? []).every(({ long, short }) => long >= short),
    'print sizes name the longer side first',
  )
  .refine(
    b => b.menu.storefrontItems.every(item => link.safeParse(item.url).success),
    'storefront items are http or https addresses',
  )
  .refine(
    b =>
      Object.values(b.menu.menus)
        .flat()
        .every(item => b.menu.storefrontItems.some(i => i.id === item)),
    {
      error: 'menus name only storefront items',
    },
  )
  .refine(
    b =>
      Object.entries(b.menu.routes).every(
        ([name, isOn]) => !isOn && SWITCHABLE_ROUTES.some(each => each === name),
      ),
    `routes may be false for ${SWITCHABLE_ROUTES.join(', ')}`,
  )
  .superRefine(({ menu, addresses }, ctx) => {
    for (const id of LEGAL_LINKS) {
      if (!menu.menus.footer.includes(id))
        ctx.addIssue({ code: 'custom', path: ['menu', 'menus', 'footer'], message: `lacks ${id}` })
      const item = menu.storefrontItems.find(each => each.id === id)
      if (item && item.url !== addresses[id])
        ctx.addIssue({
          code: 'custom',
          path: ['addresses', id],
          message: `differs from the storefront item ${id}`,
        })
    }
  })
export type Brand = z.infer<typeof brand>

const colour = z.string().regex(/^#[0-9a-f]{6}$/, 'a colour as #rrggbb')

/** accent: fills; ink: text on accent; soft: subdued fills; text: accent-coloured text on page, raised and soft. */
export const accent = z.strictObject({ accent: colour, ink: colour, soft: colour, text: colour })
export type Accent = z.infer<typeof accent>

/** An SVG path in a 24 × 24 viewBox, drawn as strokes. */
const svgPath = z.strictObject({
  d: z.string().regex(/^[MmZzLlHhVvCcSsQqTtAa0-9eE ,.+-]+$/),
  strokeWidth: z.number(),
})

/** The theme of a vendor: a file in `brands/vendors`. */
export const vendorTheme = z.strictObject({
  vendor: id,
  name: z.string().min(1),
  /** Drawn in the ink colour on a tile in the accent colour; the wordmark beside it uses the font of the page. */
  logo: svgPath.extend({ wordmark: z.string().min(1) }),
  /** The same tile as favicon; `radius` is that of its corners in a 32 × 32 viewBox. */
  favicon: z.strictObject({ background: colour, ink: colour, radius: z.number().min(0).max(16) }),
  light: accent,
  dark: accent,
})
export type VendorTheme = z.infer<typeof vendorTheme>

/** Hosts that redirect permanently to another one, with path and query. */
export const redirects = z.array(z.strictObject({ from: host, to: host }))

export const environment = z.enum(['test', 'acceptance', 'production', 'development'])
export type Environment = z.infer<typeof environment>

/**
 * A brand as sent to the browser: with its theme, and the target if its host only redirects. Leaves out what no page reads,
 * the checks of the time zone and of editors of products, and the rules across fields, which the server has applied when it loaded the brand.
 */
export const hostBrand = z
  .object(brand.shape)
  .omit({
    storageLimits: true,
    campaign: true,
    sftp: true,
    mailSender: true,
    orderMails: true,
    thirdParties: true,
  })
  .extend({
    addresses: z.object(addresses.omit({ imprint: true }).shape),
    timeZone: z.string(),
    productEditors: z.record(z.string(), z.string()).optional(),
    theme: vendorTheme,
    redirectTo: host.nullable(),
  })
export type HostBrand = z.infer<typeof hostBrand>

/** Response of `GET /config.json`. `services` maps each available service to its base address. */
export const configJson = z.object({
  environment,
  brand: hostBrand,
  flags,
  services: z.partialRecord(z.enum(Object.keys(SERVICES) as [ServiceKey, ...ServiceKey[]]), z.string()),
  thirdParties: pageThirdParties,
})
export type ConfigJson = z.infer<typeof configJson>

export const getConfig = endpoint('GET', 'configuration', '/config.json', {
  policy: 'public',
  summary: 'Environment, brand, flags and service addresses of the host that was asked (AA-025, AA-028)',
  answer: configJson,
  errors: ['not-found'],
})

export const getHostMenu = endpoint('GET', 'configuration', '/conf/:host', {
  policy: 'public',
  summary:
    'Storefront items, routes and menus of a host or of an internal domain; 404 for an unknown one (AA-025, AA-028)',
  params: z.object({ host: text({ max: 253 }) }),
  answer: hostMenu,
  errors: ['not-found'],
})

/** Whether the runtime knows the time zone; Intl throws a RangeError for an unknown one. */
function isTimeZone(zone: string) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
