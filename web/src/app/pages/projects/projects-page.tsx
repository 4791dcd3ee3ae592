import { useSearch } from '@tanstack/react-router'
import { ProjectList } from '#web/domains/projects/index.ts'
import { StorageNote } from '#web/domains/retention/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AccountPage } from '../account-page.tsx'

/** '/saved-projects'; `page` in the query, from 1 on. */
export function ProjectsPage() {
  const { text } = useTexts()
  const { page } = useSearch({ strict: false }) as { page?: string | string[] }
  return (
    <AccountPage title={text('menu.saved-projects')} aside={<StorageNote />}>
      <ProjectList page={parsePageNumber(page)} />
    </AccountPage>
  )
}

const parsePageNumber = (page: string | string[] | undefined): number =>
  typeof page === 'string' && /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1
