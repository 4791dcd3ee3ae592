import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { LeftOutKind, SelectionDraft } from '#contract/selection-drafts.ts'
import { MorePages, PageFailure, PageLoading, TilePicture } from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TabList } from '#web/ui/tab-list.tsx'
import { leftOutQuery } from '../suggestion-queries.ts'
import { formatPhotoLabel } from './draft-texts.ts'
import styles from './left-out-dialog.module.css'

/** 'What was left out', by reason; each photo can be added. */
export function LeftOutDialog({ draft, adding, onAdd, onClose }: LeftOutDialogProps) {
  const { text, number } = useTexts()
  const id = useId()
  const kinds = draft.leftOut.filter(({ kind, photos }) => photos > 0 && draft.leaveOut.includes(kind))
  const [chosen, setChosen] = useState<LeftOutKind>()
  const kind = chosen ?? kinds[0]?.kind
  return (
    <Dialog size="large" title={text('suggested.left-out.title')} onClose={onClose}>
      {kind ? (
        <TabList
          label={text('suggested.left-out.title')}
          idPrefix={id}
          tabs={kinds.map(each => ({
            id: each.kind,
            label: text(`suggest.leave-out.${each.kind}`),
            count: number(each.photos),
          }))}
          selected={kind}
          onSelect={next => setChosen(kinds.find(each => each.kind === next)?.kind)}
        >
          <LeftOutPhotos key={kind} draftId={draft.draftId} kind={kind} adding={adding} onAdd={onAdd} />
        </TabList>
      ) : (
        <p>{text('suggested.left-out.none')}</p>
      )}
    </Dialog>
  )
}

export interface LeftOutDialogProps {
  draft: SelectionDraft
  /** Photos that are being added. */
  adding: ReadonlySet<string>
  onAdd: (photoId: string) => void
  onClose: () => void
}

function LeftOutPhotos({
  draftId,
  kind,
  adding,
  onAdd,
}: Pick<LeftOutDialogProps, 'adding' | 'onAdd'> & { draftId: string; kind: LeftOutKind }) {
  const { texts, text } = useTexts()
  const photos = useInfiniteQuery(leftOutQuery(draftId, kind))
  if (photos.isPending)
    return <PageLoading id="photos.loading" heading={{ width: 0, height: 0 }} tiles={12} />
  if (!photos.data) return <PageFailure id="photos.load-failed" retry={photos.refetch} />
  const images = photos.data.pages.flatMap(page => page.images)
  const total = photos.data.pages[0]?.photos ?? 0
  if (images.length === 0) return <p className="ui-above16">{text('suggested.left-out.none')}</p>
  const renew = () => photos.refetch({ cancelRefetch: false }).then(() => {})
  return (
    <>
      <ul className={styles.photos}>
        {images.map((image, index) => (
          <li key={image.imageId}>
            <span className={styles.picture}>
              <TilePicture image={image} renew={renew} month="" index={index} />
            </span>
            <Button
              size="small"
              className={styles.add}
              pending={adding.has(image.imageId)}
              aria-label={text('suggested.add-photo', {
                photo: formatPhotoLabel(texts, image, index + 1, total),
              })}
              onClick={() => onAdd(image.imageId)}
            >
              {text('action.add')}
            </Button>
          </li>
        ))}
      </ul>
      <MorePages query={photos} failure="photos.load-failed" />
    </>
  )
}
