import ChevronLeft from 'lucide-react/icons/chevron-left'
import Info from 'lucide-react/icons/info'
import ZoomIn from 'lucide-react/icons/zoom-in'
import type { Image } from '#contract/photos.ts'
import { takenDayLabel, timeLabel, weekdayLabel } from '#web/platform/i18n/dates.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { PhotoAction } from '../actions/photo-action.ts'
import { formatCameraName } from './details/camera.ts'
import styles from './preview.module.css'
import { hasFullView } from './slides/full-view.ts'

/** Back button, date and name of the photo, and the actions; on mobile the actions are at the lower edge. */
export function TopBar({
  image,
  actions,
  running,
  details,
  zoom,
  backLabel,
  onBack,
  onZoom,
  onDetails,
  onAction,
}: TopBarProps) {
  const { texts, text } = useTexts()
  const precision = image?.dateTakenPrecision
  const day = precision ? takenDayLabel(texts, image) : weekdayLabel(texts, image?.dateTaken)
  const time = precision ? undefined : timeLabel(texts, image?.dateTaken)
  const renderAction = (action: PhotoAction) => (
    <IconButton
      key={action.id}
      icon={action.icon}
      label={text(action.name)}
      tone="dark"
      aria-keyshortcuts={action.shortcut}
      aria-busy={running === action.id || undefined}
      disabled={!image}
      disabledReason={action.disabledReason?.(1, texts)}
      onClick={() => onAction(action)}
    />
  )
  return (
    <header className={classes('ui-row4', styles.top, styles.chrome)}>
      <IconButton icon={ChevronLeft} label={text(backLabel)} tone="dark" size={24} onClick={onBack} />
      {image && (
        <div className={styles.title}>
          <p className="ui-ellipsis">
            {zoom
              ? image.localFileName
              : day && time
                ? text('preview.taken', { day, time })
                : (day ?? text('date.unknown'))}
          </p>
          <p className={classes('ui-ellipsis', styles.second)}>
            {zoom
              ? text(
                  zoom === 'actual' && hasFullView(image)
                    ? 'preview.zoom.pixel-for-pixel'
                    : 'preview.zoom.pixels',
                  {
                    width: image.visibleWidth,
                    height: image.visibleHeight,
                  },
                )
              : [formatCameraName(image.camera), image.localFileName].filter(Boolean).join(', ')}
          </p>
        </div>
      )}
      <div
        role="toolbar"
        aria-label={text('preview.actions')}
        className={classes('ui-line4', styles.actions)}
      >
        {actions.filter(action => !action.danger && !action.placeInPreview).map(renderAction)}
        {onZoom && (
          <IconButton
            icon={ZoomIn}
            label={text('preview.zoom')}
            tone="dark"
            aria-keyshortcuts="z"
            disabled={!image}
            onClick={onZoom}
          />
        )}
        <IconButton
          icon={Info}
          label={text('action.details')}
          tone="dark"
          aria-keyshortcuts="i"
          aria-expanded={details}
          disabled={!image}
          onClick={onDetails}
        />
        {actions.filter(action => action.danger).map(renderAction)}
      </div>
    </header>
  )
}

export interface TopBarProps {
  image: Image | undefined
  actions: readonly PhotoAction[]
  /** Id of the running action. */
  running: string | null
  details: boolean
  /** Set while the picture is zoomed: to 100 % or otherwise. */
  zoom: 'actual' | 'other' | undefined
  backLabel: MessageId
  onBack: () => void
  /** Undefined without a button for zooming. */
  onZoom: (() => void) | undefined
  onDetails: () => void
  onAction: (action: PhotoAction) => void
}
