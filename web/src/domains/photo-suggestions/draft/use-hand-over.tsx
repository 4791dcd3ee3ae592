import { useQueryClient } from '@tanstack/react-query'
import Images from 'lucide-react/icons/images'
import { useMemo } from 'react'
import type { EditorProduct } from '#contract/brands.ts'
import type { SelectionDraft } from '#contract/selection-drafts.ts'
import { copyToAlbumAction, copyToNewAlbum } from '#web/domains/albums/index.ts'
import { downloadAction } from '#web/domains/downloads/index.ts'
import { useOffers } from '#web/domains/merchandise/index.ts'
import { useOrderPrints, useOrderProducts } from '#web/domains/temp-selections/index.ts'
import type { ActionEnvironment, PhotoAction, PhotoTargets } from '#web/gallery/index.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { fileSizeLabel } from '#web/platform/i18n/file-size.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { usePagePaper } from '../page-paper.ts'
import { PURPOSES } from '../source/use-suggestion-settings.ts'
import { countLargeEnough, formatDraftSpan, formatOffer, formatPriceEach } from './draft-texts.ts'
import type { HandOverOption } from './hand-over-dialog.tsx'

/**
 * Where the photos of a draft can go, in the shown order: a product, prints, an album, a download. What the brand does
 * not offer is missing.
 */
export function useHandOver(draft: SelectionDraft, ask: ActionEnvironment['ask']) {
  const texts = useTexts()
  const queries = useQueryClient()
  const products = useOrderProducts()
  const prints = useOrderPrints()
  const paper = usePagePaper()
  const getOffer = useOffers()
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
  const places = PURPOSES.calendar
  const descriptions: Record<EditorProduct, string> = {
    'photo-book': text('photos.count', { count }),
    calendar: text(count > places ? 'suggested.use.calendar' : 'suggested.use.calendar-room', {
      count: places,
    }),
  }
  const isForPages = products.some(({ id }) => id === 'photo-book')
  const tooSmallCount = isForPages && paper ? count - countLargeEnough(images, paper) : 0
  const options: Option[] = [
    ...products.flatMap(product =>
      listAction(
        product,
        [descriptions[product.id], ...formatOffer(texts, getOffer(product.id))].join(' · '),
      ),
    ),
    ...(prints
      ? listAction(
          prints,
          [text('suggested.use.prints', { count }), ...formatPriceEach(texts, getOffer('prints'))].join(
            ' · ',
          ),
        )
      : []),
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
  return { images, options, tooSmallCount, saveAsAlbum: hasAlbums ? saveAsAlbum : undefined }
}

interface Option extends HandOverOption {
  perform: () => void
}
