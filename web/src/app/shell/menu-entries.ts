import BookImage from 'lucide-react/icons/book-image'
import CircleCheck from 'lucide-react/icons/circle-check'
import Download from 'lucide-react/icons/download'
import FolderClock from 'lucide-react/icons/folder-clock'
import FolderUp from 'lucide-react/icons/folder-up'
import Heart from 'lucide-react/icons/heart'
import History from 'lucide-react/icons/history'
import House from 'lucide-react/icons/house'
import Image from 'lucide-react/icons/image'
import Images from 'lucide-react/icons/images'
import Package from 'lucide-react/icons/package'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Settings from 'lucide-react/icons/settings'
import type { Flag } from '#contract/brands.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import type { IconProps } from '#web/ui/icon.tsx'

export interface MenuEntry {
  id: string
  label: MessageId
  icon: IconProps['of']
  path: string
  /** Path for business customers. */
  businessPath?: string
  /** Kind of customer the entry is limited to . */
  audience?: 'business' | 'consumer'
  /** Path prefixes of screens that belong to the entry although they are not below its path. */
  relatedPaths?: readonly string[]
  /** Flags that must all be on. */
  flags?: readonly Flag[]
  /** Sub-entry of the preceding entry, only for the wide menu and the sheet. */
  nested?: boolean
}

const SHARED_ALBUMS = '/my-photos/shared-albums/'
/** Screens of photos that a search or a suggestion has found. */
const FOUND_PHOTOS = [PATHS.search, PATHS.suggest]

/** Entries of the side menu in their order; FAQs and sign out follow. */
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
    // Business customers have some pages in common with consumers.
    relatedPaths: [PATHS.settings, PATHS.changeEmailError, PATHS.deleteAccountError],
  },
  { id: 'saved-projects', label: 'menu.saved-projects', icon: BookImage, path: PATHS.savedProjects },
  {
    id: 'photos',
    label: 'menu.photos',
    icon: Image,
    path: PATHS.photos,
    relatedPaths: FOUND_PHOTOS,
    flags: ['PhotoManagementTimelineViewEnabled'],
  },
  {
    id: 'albums',
    label: 'albums.list',
    icon: Images,
    path: PATHS.albums,
    relatedPaths: [SHARED_ALBUMS],
    flags: ['PhotoManagementTimelineViewEnabled', 'PhotoManagementAlbumViewEnabled'],
    nested: true,
  },
  {
    id: 'tidy-up',
    label: 'tidy-up.title',
    icon: CircleCheck,
    path: PATHS.tidyUp,
    flags: ['PhotoManagementTimelineViewEnabled'],
    nested: true,
  },
  {
    id: 'deleted-photos',
    label: 'bin.title',
    icon: FolderClock,
    path: PATHS.deletedPhotos,
    flags: ['PhotoManagementTimelineViewEnabled'],
    nested: true,
  },
  {
    id: 'downloads',
    label: 'menu.downloads',
    icon: Download,
    path: PATHS.downloads,
    relatedPaths: ['/my-photos/exports/'],
    nested: true,
  },
  { id: 'activity', label: 'activity.title', icon: History, path: PATHS.activity, nested: true },
  { id: 'widgets', label: 'menu.widgets', icon: Heart, path: PATHS.onlineProducts, audience: 'consumer' },
]

/** Entries of the bottom bar of mobile screens; the sheet has all of them. */
export const BOTTOM_BAR: readonly string[] = ['overview', 'photos', 'orders', 'downloads']

/** Entries without a place in the bottom bar that belong to 'photos'. */
export const PHOTO_PATHS = [
  ...FOUND_PHOTOS,
  PATHS.albums,
  SHARED_ALBUMS,
  PATHS.tidyUp,
  PATHS.deletedPhotos,
  PATHS.upload,
]

export interface MenuContext {
  business: boolean
  isFlagEnabled: (flag: Flag) => boolean
  /** Whether this app has a screen at that path, and the host offers it. */
  exists: (path: string) => boolean
}

/** Returns the entries visible to a customer, in order, each with this customer's path. */
export function listMenuEntries({ business, isFlagEnabled, exists }: MenuContext): MenuEntry[] {
  return MENU.filter(entry => !entry.audience || (entry.audience === 'business') === business)
    .filter(entry => entry.flags?.every(flag => isFlagEnabled(flag)) ?? true)
    .map(entry => (business && entry.businessPath ? { ...entry, path: entry.businessPath } : entry))
    .filter(entry => exists(entry.path))
}
