import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Ellipsis from 'lucide-react/icons/ellipsis'
import ExternalLink from 'lucide-react/icons/external-link'
import GalleryThumbnails from 'lucide-react/icons/gallery-thumbnails'
import Pencil from 'lucide-react/icons/pencil'
import Share2 from 'lucide-react/icons/share-2'
import Trash2 from 'lucide-react/icons/trash-2'
import X from 'lucide-react/icons/x'
import type { GalleryState, Widget } from '#contract/widgets.ts'
import { ProductPicture } from '#web/domains/orders/index.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Chip, type ChipTone } from '#web/ui/chip.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { MenuTrigger } from '#web/ui/menu-trigger.tsx'
import { removeFromGallery } from '../widget-actions.ts'
import styles from './widget-card.module.css'
import widgetCoverStyles from './widget-cover.module.css'

/** The open dialog. */
export type WidgetAction = 'edit' | 'gallery' | 'delete'

/** A widget with its actions; without any photo it can be neither opened nor shared. */
export function WidgetCard({ widget, onAction }: WidgetCardProps) {
  const { text } = useTexts()
  const { title, publicUrl, productCode } = widget
  const action = buttonClass('quiet', 'small')
  return (
    <li className={classes('ui-narrow', styles.card)}>
      <WidgetCover widget={widget} />
      <h2 className={styles.title}>{title}</h2>
      <p className="ui-note">
        {widget.productName && `${widget.productName}, `}
        {text('widgets.pages', { count: widget.pageCount })} ·{' '}
        <span className={styles.order}>{text('widgets.order', { order: widget.orderCode })}</span>
      </p>
      <div className={classes('ui-row ui-note', styles.state)}>
        {publicUrl ? <GalleryChip state={widget.galleryState} /> : text('widgets.no-pictures')}
      </div>
      <div className={classes('ui-row8 ui-above8 ui-wrap', styles.actions)}>
        {publicUrl && (
          <>
            <a
              href={publicUrl}
              target="_blank"
              rel="noreferrer"
              className={action}
              aria-label={text('widgets.open.name', { title })}
            >
              <Icon of={ExternalLink} />
              {text('widgets.open')}
            </a>
            <Link
              to={PATHS.onlineProduct}
              params={{ productCode }}
              className={action}
              aria-label={text('widgets.share.name', { title })}
            >
              <Icon of={Share2} />
              {text('widgets.share')}
            </Link>
          </>
        )}
        <div className={styles.more}>
          <MenuTrigger
            icon={Ellipsis}
            label={text('widgets.more.name', { title })}
            items={useMenu(widget, onAction)}
          />
        </div>
      </div>
    </li>
  )
}

interface WidgetCardProps {
  widget: Widget
  onAction: (action: WidgetAction) => void
}

function useMenu(widget: Widget, onAction: (action: WidgetAction) => void): MenuEntry[] {
  const { texts, text } = useTexts()
  const queries = useQueryClient()
  const isInGallery = widget.galleryEntryId !== null
  const gallery: MenuEntry = {
    id: 'gallery',
    label: text(isInGallery ? 'widgets.gallery.edit' : 'widgets.gallery.add'),
    icon: GalleryThumbnails,
    onAction: () => onAction('gallery'),
  }
  const removal: MenuEntry = {
    id: 'remove-from-gallery',
    label: text('widgets.gallery.remove'),
    icon: X,
    onAction: () => void removeFromGallery(queries, widget, texts),
  }
  return [
    { id: 'edit', label: text('action.edit'), icon: Pencil, onAction: () => onAction('edit') },
    ...(widget.publicUrl ? [gallery] : []),
    ...(isInGallery ? [removal] : []),
    {
      id: 'delete',
      label: text('action.delete'),
      icon: Trash2,
      danger: true,
      onAction: () => onAction('delete'),
    },
  ]
}

/** The cover of a widget in its format on a tile of one size; its title is beside it. */
function WidgetCover({ widget: { previewUrl, placeholder, aspectRatio } }: { widget: Widget }) {
  const picture = previewUrl === null ? null : { url: previewUrl, ...(placeholder && { placeholder }) }
  return (
    <div className={classes('ui-centered ui-edge-in-contrast', widgetCoverStyles.tile)}>
      <div className={widgetCoverStyles.cover} style={{ '--ratio': aspectRatio } as object}>
        <ProductPicture picture={picture} className={widgetCoverStyles.picture ?? ''} />
      </div>
    </div>
  )
}

/** Visibility of a widget: by link or in the gallery; an unknown state counts as by link. */
function GalleryChip({ state }: { state: string | null }) {
  const { text } = useTexts()
  const [label, tone] = LABEL_BY_STATE[state as GalleryState] ?? (['widgets.state.link', 'neutral'] as const)
  return (
    <Chip tone={tone} small>
      {text(label)}
    </Chip>
  )
}

const LABEL_BY_STATE: Partial<Record<GalleryState, readonly [MessageId, ChipTone]>> = {
  approved: ['widgets.state.approved', 'accent'],
  pending: ['widgets.state.pending', 'warning'],
  rejected: ['widgets.state.rejected', 'critical'],
}
