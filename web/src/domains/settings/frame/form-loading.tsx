import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import styles from './form-body.module.css'

/** The boxes of a form's fields while the customer is loading. */
export function FormLoading({ fields }: { fields: number }) {
  const { text } = useTexts()
  return (
    <div role="status" className={styles.form}>
      <VisuallyHidden>{text('settings.loading')}</VisuallyHidden>
      {Array.from({ length: fields }, (_, index) => index).map(field => (
        <Skeleton key={field} height={72} />
      ))}
    </div>
  )
}
