import { DEFAULT_LOCALE, type HostBrand } from '#contract/brands.ts'
import { loadMessages } from '../i18n/load-messages.ts'
import { createTexts } from '../i18n/texts.ts'
import { type AppConfig, EMPTY_MENU } from './config.ts'

/**
 * Returns the configuration that needs no config.json: built-in routes, en-GB, empty menus, every flag off, the
 * services of this origin. Links of the retailer lead to the start page. Throws if the texts cannot be loaded.
 */
export async function loadDefaultConfig({ origin, hostname, href }: Location): Promise<AppConfig> {
  const brand = createDefaultBrand(`${origin}/`, hostname)
  const messages = await loadMessages(DEFAULT_LOCALE)
  return {
    environment: 'production',
    brand,
    menu: EMPTY_MENU,
    texts: createTexts(DEFAULT_LOCALE, messages, brand),
    // With every flag off, the router may replace it.
    defaults: { requestedAddress: href },
  }
}

function createDefaultBrand(startPage: string, hostname: string): HostBrand {
  return {
    id: 'default',
    name: hostname,
    host: hostname,
    localHost: hostname,
    country: 'GB',
    channel: 'DEFAULT',
    locale: DEFAULT_LOCALE,
    vendor: 'default',
    internalDomain: hostname,
    parentDomain: hostname,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    paymentMethods: [],
    flags: {
      PhotoManagementTimelineViewEnabled: false,
      PhotoManagementAlbumViewEnabled: false,
      PhotoManagementSharedAlbumsViewEnabled: false,
      PhotoManagementUploadViewEnabled: false,
      PhotoManagementQrCodeUploadEnabled: false,
      PhotoManagementReactivationEnabled: false,
      PhotoManagementPhotoExportEnabled: false,
      PhotoManagementOrderPrintsEnabled: false,
    },
    menu: EMPTY_MENU,
    addresses: {
      shop: startPage,
      printsEditor: startPage,
      printsProductCode: '',
      contact: startPage,
      terms: startPage,
      privacy: startPage,
      upload: null,
    },
    theme: {
      vendor: 'default',
      name: hostname,
      logo: { d: 'M4 5h16v14H4z M4 16l5-5 4 4 2-2 5 5', strokeWidth: 2, wordmark: hostname },
      favicon: { background: '#4a4a46', ink: '#ffffff', radius: 9 },
      light: { accent: '#4a4a46', ink: '#ffffff', soft: '#ecebe7', text: '#3d3d39' },
      dark: { accent: '#c9c8c2', ink: '#1a1a18', soft: '#2c2c29', text: '#d9d8d2' },
    },
    redirectTo: null,
  }
}
