import { useState } from 'react'
import { OwnAlbums } from '#web/domains/albums/index.ts'
import { SharedWithYou } from '#web/domains/shared-albums/index.ts'
import { GalleryPage } from '#web/gallery/index.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PageIntro } from '../my-photos/page-intro.tsx'
import { PageTabs } from '../my-photos/page-tabs.tsx'
import { PageTitle } from '../my-photos/page-title.tsx'
import { useLibraryChanges } from '../my-photos/use-library-changes.ts'
import { usePhotoImport } from '../my-photos/use-photo-import.tsx'

/** The tab 'Albums' of 'My photos': own albums and, with their flag on, those shared by others. */
export function AlbumsPage() {
  const { text } = useTexts()
  const isSharedViewEnabled = useFlag('PhotoManagementSharedAlbumsViewEnabled')
  const [isCreating, setCreating] = useState(false)
  const photoImport = usePhotoImport({ isDroppable: !isCreating, dropText: text('photos.drop') })
  useLibraryChanges()
  return (
    <GalleryPage>
      <PageTitle onAdd={photoImport.add} />
      <PageIntro />
      <PageTabs current="albums" />
      <OwnAlbums isCreating={isCreating} onCreatingChange={setCreating} />
      {isSharedViewEnabled && <SharedWithYou />}
      {photoImport.overlay}
      {photoImport.modal}
    </GalleryPage>
  )
}
