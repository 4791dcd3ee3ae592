import { type UseInfiniteQueryResult, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import Plus from 'lucide-react/icons/plus'
import { useId, useState } from 'react'
import type { AlbumPage } from '#contract/albums.ts'
import { IDS_PER_CALL } from '#contract/photos.ts'
import { MorePages, type PhotoTargets } from '#web/gallery/index.ts'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { DialogProgress } from '#web/ui/dialog-progress.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { OperationDialog } from '#web/ui/operation-dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { AlbumCover } from '../album-cover.tsx'
import { addPhotos, createAlbum } from '../album-mutations.ts'
import { albumsQuery } from '../album-queries.ts'
import { useAlbumForm } from '../editing/use-album-form.ts'
import styles from './copy-dialog.module.css'
import type { TargetAlbum } from './target-album.ts'

/**
 * 'Copy to album': own albums that are not shared, last changed first, and 'New album'. After a failure the
 * modal stays open with an error; photos copied before it stay in the album, and a retry adds none twice.
 */
export function CopyDialog({ targets, onFailed, onDone, onCancel }: CopyDialogProps) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const albums = useInfiniteQuery(albumsQuery(LAST_CHANGED_FIRST, false))
  const [selectedAlbum, setSelectedAlbum] = useState<TargetAlbum>()
  const { count } = targets
  const run = (onProgress: (done: number) => void) =>
    addPhotos(queries, selectedAlbum!.id, targets, { onProgress }).catch(error => {
      onFailed()
      throw error
    })
  return (
    <OperationDialog
      title={text('albums.copy.title')}
      size="medium"
      role="dialog"
      confirmLabel={text('action.copy')}
      disabledReason={!selectedAlbum && text('albums.copy.choose-first')}
      run={run}
      onDone={() => onDone(selectedAlbum!)}
      onCancel={onCancel}
      failure={text('albums.copy.failed', { count })}
    >
      {({ pending, done }) => (
        <>
          <p className={styles.amount}>{text('albums.copy.amount', { amount: count })}</p>
          {pending && count > IDS_PER_CALL && !targets.rule?.() && (
            <DialogProgress label={text('albums.copy.title')} value={done / count}>
              {text('albums.copy.progress', { done, count })}
            </DialogProgress>
          )}
          <AlbumPicker
            albums={albums}
            selectedAlbum={selectedAlbum}
            disabled={pending}
            onSelect={setSelectedAlbum}
          />
        </>
      )}
    </OperationDialog>
  )
}

export interface CopyDialogProps {
  targets: PhotoTargets
  /** Some photos could not be copied; the modal stays open. */
  onFailed: () => void
  onDone: (album: TargetAlbum) => void
  onCancel: () => void
}

const LAST_CHANGED_FIRST = { key: 'updated', order: 'desc' } as const

/** Radio group of albums, page by page, with a tile that creates a new album inline. */
function AlbumPicker({ albums, selectedAlbum, disabled, onSelect }: AlbumPickerProps) {
  const { text } = useTexts()
  const group = useId()
  const [isNaming, setNaming] = useState(false)
  const listedAlbums = albums.data?.pages.flatMap(page => page.albums) ?? []
  // Shows an album that was just created before the list is refetched.
  const unlistedAlbum =
    selectedAlbum && !listedAlbums.some(({ albumId }) => albumId === selectedAlbum.id)
      ? selectedAlbum
      : undefined
  const renderOption = (album: TargetAlbum, facts: string, cover: React.ReactNode) => (
    <li key={album.id}>
      <label className={styles.option}>
        <input
          type="radio"
          name={group}
          className={classes('ui-cover', styles.radio)}
          checked={album.id === selectedAlbum?.id}
          disabled={disabled}
          onChange={() => onSelect(album)}
        />
        <span className={styles.picture}>
          {cover}
          <span className={classes('ui-centered', styles.check)} aria-hidden>
            <Icon of={Check} size={16} strokeWidth={3} />
          </span>
        </span>
        <span className={classes('ui-small ui-ellipsis', styles.name)}>{album.name}</span>
        <span className={styles.facts}>{facts}</span>
      </label>
    </li>
  )
  return (
    <>
      {isNaming && (
        <NewAlbumForm
          onCreated={album => {
            setNaming(false)
            onSelect(album)
          }}
          onCancel={() => setNaming(false)}
        />
      )}
      <ul className={styles.options} aria-label={text('albums.list')}>
        {!isNaming && (
          <li>
            <button
              type="button"
              className={styles.option}
              disabled={disabled}
              onClick={() => setNaming(true)}
            >
              <span className={styles.new}>
                <Icon of={Plus} size={28} strokeWidth={1.5} />
              </span>
              <span className={classes('ui-small ui-ellipsis', styles.name)}>{text('albums.new')}</span>
            </button>
          </li>
        )}
        {unlistedAlbum &&
          renderOption(unlistedAlbum, text('photos.count', { count: 0 }), <span className={styles.none} />)}
        {listedAlbums.map(album =>
          renderOption(
            { id: album.albumId, name: album.albumName },
            text('photos.count', { count: album.photosCount }),
            <AlbumCover album={album} renew={() => albums.refetch().then(() => {})} />,
          ),
        )}
        {albums.isPending && <Loading label={text('albums.loading')} />}
      </ul>
      {albums.isError && !albums.data && <LoadFailed retry={albums.refetch} id="albums.list-failed" />}
      <MorePages query={albums} failure="albums.list-failed" />
    </>
  )
}

interface AlbumPickerProps {
  albums: UseInfiniteQueryResult<{ pages: AlbumPage[] }>
  selectedAlbum: TargetAlbum | undefined
  disabled: boolean
  onSelect: (album: TargetAlbum) => void
}

function Loading({ label }: { label: string }) {
  return Array.from({ length: 7 }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all placeholders are equal.
    <li key={index} className={styles.option}>
      {index === 0 && <VisuallyHidden>{label}</VisuallyHidden>}
      <Skeleton className={styles.place} />
      <Skeleton width={90} height={16} />
    </li>
  ))
}

/** Creates an album inside the modal. Escape and Cancel return to the albums and do not close the modal. */
function NewAlbumForm({ onCreated, onCancel }: NewAlbumFormProps) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const [id] = useState(() => crypto.randomUUID())
  const draft = useDraft('new-album')
  const form = useAlbumForm(
    async name => {
      await createAlbum(queries, name, id)
      onCreated({ id, name })
    },
    { draft },
  )
  return (
    <Form
      className={classes('ui-stack12 ui-ink', styles.form)}
      form={form}
      failure={text('albums.create.failed')}
      onEscape={onCancel}
    >
      <TextField
        name="name"
        label={text('albums.name')}
        placeholder={text('albums.name.placeholder')}
        autoFocus
        autoComplete="off"
      />
      <div className={classes('ui-line8', styles.formActions)}>
        <Button onClick={onCancel} disabled={form.pending}>
          {text('action.cancel')}
        </Button>
        <Button variant="line" type="submit" pending={form.pending}>
          {text('albums.create.submit')}
        </Button>
      </div>
    </Form>
  )
}

interface NewAlbumFormProps {
  onCreated: (album: TargetAlbum) => void
  onCancel: () => void
}
