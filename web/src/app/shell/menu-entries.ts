import BookImage from 'lucide-react/icons/book-image'
import Download from 'lucide-react/icons/download'
import FolderUp from 'lucide-react/icons/folder-up'
import Heart from 'lucide-react/icons/heart'
import House from 'lucide-react/icons/house'
import Image from 'lucide-react/icons/image'
import Images from 'lucide-react/icons/images'
import Package from 'lucide-react/icons/package'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Settings from 'lucide-react/icons/settings'
import Trash2 from 'lucide-react/icons/trash-2'
import type { Flag, HostMenu } from '#contract/brands.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { safeLink } from '#web/platform/links/safe-link.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import type { IconProps } from '#web/ui/icon.tsx'

export interface MenuEntry {
  id: string
  label: MessageId
  icon: IconProps['of']
  path: string
  /** Where business customers go instead (AA-018). */
  businessPath?: string
  /** Shown to these only (AA-018, AA-019). */
  audience?: 'business' | 'consumer'
  /** Screens that belong to it although their paths lie elsewhere: what these begin with. */
  also?: readonly string[]
  /** All of them have to be on. */
  flags?: readonly Flag[]
  /** A place inside the one before it, for the wide menu and the sheet only. */
  nested?: boolean
}

const SHARED_ALBUMS = '/my-photos/shared-albums/'

/** The side menu in its order (AA-017, OP-49); FAQs and sign out follow. */
const MENU: readonly MenuEntry[] = [
  { id: 'overview', label: 'menu.overview', icon: House, path: PATHS.overview },
  { id: 'orders', label: 'menu.orders', icon: Package, path: PATHS.orders },
  { id: 'invoices', label: 'menu.invoices', icon: ReceiptText, path: PATHS.invoices, audience: 'business' },
  { id: 'ftp', label: 'menu.ftp', icon: FolderUp, path: PATHS.integration, audience: 'business' },
  {
    id: 'settings',
    label: 'menu.settings',
    icon: Settings,
    path: PATHS.settings,
    businessPath: PATHS.businessSettings,
  },
  { id: 'saved-projects', label: 'menu.saved-projects', icon: BookImage, path: PATHS.savedProjects },
  {
    id: 'photos',
    label: 'menu.photos',
    icon: Image,
    path: PATHS.photos,
    flags: ['PhotoManagementTimelineViewEnabled'],
  },
  {
    id: 'albums',
    label: 'photos.tab.albums',
    icon: Images,
    path: PATHS.albums,
    also: [SHARED_ALBUMS],
    flags: ['PhotoManagementTimelineViewEnabled', 'PhotoManagementAlbumViewEnabled'],
    nested: true,
  },
  {
    id: 'deleted-photos',
    label: 'bin.title',
    icon: Trash2,
    path: PATHS.deletedPhotos,
    flags: ['PhotoManagementTimelineViewEnabled'],
    nested: true,
  },
  {
    id: 'downloads',
    label: 'menu.downloads',
    icon: Download,
    path: PATHS.downloads,
    also: ['/my-photos/exports/'],
    nested: true,
  },
  { id: 'widgets', label: 'menu.widgets', icon: Heart, path: PATHS.onlineProducts, audience: 'consumer' },
]

/** The entries with a place of their own at the bottom of mobile screens; the sheet has all of them. */
export const BOTTOM_BAR: readonly string[] = ['overview', 'photos', 'orders', 'downloads']

/** What has no place of its own there and belongs to 'photos'. */
export const WITH_PHOTOS = [PATHS.albums, SHARED_ALBUMS, PATHS.deletedPhotos, PATHS.upload]

export interface MenuCircumstances {
  business: boolean
  isFlagEnabled: (flag: Flag) => boolean
  /** Whether the page has a screen at that path. */
  exists: (path: string) => boolean
}

/** The entries this customer gets, in order, each with the path that is theirs (AA-017 to AA-020). */
export function entriesFor({ business, isFlagEnabled, exists }: MenuCircumstances): MenuEntry[] {
  return MENU.filter(entry => !entry.audience || (entry.audience === 'business') === business)
    .filter(entry => entry.flags?.every(flag => isFlagEnabled(flag)) ?? true)
    .map(entry => (business && entry.businessPath ? { ...entry, path: entry.businessPath } : entry))
    .filter(entry => exists(entry.path))
}

export interface StorefrontLink {
  id: string
  /** The catalogue's label, else the configuration's own text. */
  label: MessageId | undefined
  fallback: string
  href: string
}

/** The retailer's links of one menu, in its order; what is no http(s) address is left out (PL-145). */
export function storefrontLinks(menu: HostMenu, which: keyof HostMenu['menus']): StorefrontLink[] {
  return menu.menus[which].flatMap(id => {
    const item = menu.storefrontItems.find(each => each.id === id)
    const href = safeLink(item?.url)
    return item && href ? [{ id, label: LABELS[id], fallback: item.label, href }] : []
  })
}

const LABELS: Record<string, MessageId> = {
  shop: 'menu.shop',
  faqs: 'menu.faqs',
  contact: 'menu.contact',
  terms: 'menu.terms',
  privacy: 'menu.privacy',
}
