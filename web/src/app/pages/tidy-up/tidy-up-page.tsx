import { useSearch } from '@tanstack/react-router'
import { TidyUp } from '#web/domains/tidy-up/index.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import type { Search } from '#web/platform/navigation/search.ts'
import { AccountPage } from '../account-page.tsx'
import { useLibraryChanges } from '../my-photos/use-library-changes.ts'
import { usePhotoImport } from '../my-photos/use-photo-import.tsx'

/** '/my-photos/tidy-up'; `tab` is 'copies' for those. */
export function TidyUpPage() {
  const { tab }: Search = useSearch({ strict: false })
  const { text } = useTexts()
  useLibraryChanges()
  const { add, overlay, modal } = usePhotoImport({ isDroppable: true, dropText: text('photos.drop') })
  const canAddPhotos = useFlag('PhotoManagementUploadViewEnabled')
  return (
    <AccountPage>
      <TidyUp kind={tab === 'copies' ? 'copies' : 'similar'} onAdd={canAddPhotos ? add : undefined} />
      {overlay}
      {modal}
    </AccountPage>
  )
}
