import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import styles from './delete-account.module.css'

/** The boxes of the page while its numbers are loading. */
export function DeletionLoading() {
  const { text } = useTexts()
  return (
    <div role="status">
      <VisuallyHidden>{text('delete-account.loading')}</VisuallyHidden>
      <Skeleton width="60%" height={24} />
      <div className={styles.lists}>
        {['deleted', 'stays'].map(list => (
          <div key={list} className={styles.items}>
            <Skeleton width={140} height={24} />
            <Skeleton height={44} />
            <Skeleton height={44} />
          </div>
        ))}
      </div>
    </div>
  )
}
