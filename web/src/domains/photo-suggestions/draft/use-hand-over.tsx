import { useQueryClient } from '@tanstack/react-query'
import Images from 'lucide-react/icons/images'
import { useMemo } from 'react'
import type { SelectionDraft } from '#contract/selection-drafts.ts'
import { copyToAlbumAction, copyToNewAlbum } from '#web/domains/albums/index.ts'
import { downloadAction } from '#web/domains/downloads/index.ts'
import { useOrderPrints } from '#web/domains/temp-selections/index.ts'
import type { ActionEnvironment, PhotoAction, PhotoTargets } from '#web/gallery/index.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { fileSizeLabel } from '#web/platform/i18n/file-size.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { formatDraftSpan } from './draft-texts.ts'
import type { HandOverOption } from './hand-over-dialog.tsx'

/**
 * Where the photos of a draft can go, in the shown order: an album, prints, a download (NX-235). What the brand does not offer
 * is missing.
 */
export function useHandOver(draft: SelectionDraft, ask: ActionEnvironment['ask']) {
  const texts = useTexts()
  const queries = useQueryClient()
  const prints = useOrderPrints()
  const hasAlbums = useFlag('PhotoManagementAlbumViewEnabled')
  const images = useMemo(
    () => draft.events.flatMap(event => event.choices.map(({ image }) => image)),
    [draft],
  )
  const { text } = texts
  const count = images.length
  const targets: PhotoTargets = { count, ids: async () => images.map(({ imageId }) => imageId) }
  const environment: ActionEnvironment = { texts, queries, ask }
  const albumName = formatDraftSpan(texts, draft) ?? ''
  const saveAsAlbum = () => void copyToNewAlbum(targets, albumName, environment)

  const listAction = (action: PhotoAction, description: string): Option[] => {
    const disabledReason = action.disabledReason?.(count, texts)
    const option = { id: action.id, icon: action.icon, title: text(action.name), description, disabledReason }
    const alternative = disabledReason ? action.alternative : undefined
    return [
      { ...option, perform: () => void action.perform(targets, environment) },
      ...(alternative ? listAction(alternative, description) : []),
    ]
  }
  const size = fileSizeLabel(
    texts,
    images.reduce((sum, image) => sum + image.size, 0),
    0,
  )
  const options: Option[] = [
    ...(prints ? listAction(prints, text('suggested.use.prints', { count })) : []),
    ...(hasAlbums
      ? [
          {
            id: 'new-album',
            icon: Images,
            title: text('albums.new'),
            description: text('suggested.use.new-album'),
            perform: saveAsAlbum,
          },
          ...listAction(copyToAlbumAction, text('suggested.use.album')),
        ]
      : []),
    ...listAction(downloadAction, text('suggested.use.download', { count, size })),
  ]
  return { images, options, saveAsAlbum: hasAlbums ? saveAsAlbum : undefined }
}

interface Option extends HandOverOption {
  perform: () => void
}
