import { LegalFooter } from '#web/ui/legal-footer.tsx'
import { FullPage, type FullPageProps } from './full-page.tsx'

/** An error message outside of the shell: main element and footer. */
export function StandalonePage(props: FullPageProps) {
  return (
    <>
      <main>
        <FullPage urgent {...props} />
      </main>
      <LegalFooter centred />
    </>
  )
}
