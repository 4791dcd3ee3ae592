import { useSearch } from '@tanstack/react-router'
import { TidyUp } from '#web/domains/tidy-up/index.ts'
import type { Search } from '#web/platform/navigation/search.ts'
import { AccountPage } from '../account-page.tsx'
import { useLibraryChanges } from '../my-photos/use-library-changes.ts'

/** '/my-photos/tidy-up' (NX-219); `tab` is 'copies' for those. */
export function TidyUpPage() {
  const { tab }: Search = useSearch({ strict: false })
  useLibraryChanges()
  return (
    <AccountPage>
      <TidyUp kind={tab === 'copies' ? 'copies' : 'similar'} />
    </AccountPage>
  )
}
