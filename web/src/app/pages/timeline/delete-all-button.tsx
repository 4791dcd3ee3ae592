import { useQuery } from '@tanstack/react-query'
import ImageMinus from 'lucide-react/icons/image-minus'
import { activationQuery } from '#web/domains/activation/index.ts'
import { libraryTotalsQuery } from '#web/domains/photos/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from './delete-all-button.module.css'

/** PL-020. Stays visible but disabled while there is nothing to delete or a library move or an import is running. */
export function DeleteAllButton({ onDeleteAll }: { onDeleteAll: (count: number) => void }) {
  const { text } = useTexts()
  const { data } = useQuery(libraryTotalsQuery())
  const { data: activation } = useQuery(activationQuery)
  const count = data?.photosCount ?? 0
  return (
    <Button
      variant="plain"
      icon={ImageMinus}
      className={styles.button}
      disabled={count === 0 || data?.move !== undefined || activation?.status === 'IMPORTING'}
      onClick={() => onDeleteAll(count)}
    >
      {text('photos.delete-all')}
    </Button>
  )
}
