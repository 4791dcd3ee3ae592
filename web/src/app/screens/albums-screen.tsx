import { AlbumsPage } from '#web/domains/albums/list/albums-page.tsx'
import { SharedWithYou } from '#web/domains/shared-albums/shared-with-you.tsx'
import { useFlag } from '#web/platform/flags/flags.ts'

/** The tab 'Albums': one's own, and with their flag on those of others (PL-070). */
export function AlbumsScreen() {
  const shared = useFlag('PhotoManagementSharedAlbumsViewEnabled')
  return <AlbumsPage more={shared && <SharedWithYou />} />
}
