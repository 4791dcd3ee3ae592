import type { Image } from '#contract/photos.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import previewStyles from '../preview.module.css'
import { hasFullView } from '../slides/full-view.ts'
import styles from './zoom.module.css'
import { ZoomBar, type ZoomBarProps } from './zoom-bar.tsx'

/** The zoom bar, above it a note if the viewer does not load all pixels of the photo. */
export function ZoomControls({ image, ...bar }: ZoomBarProps & { image: Image }) {
  const { text } = useTexts()
  return (
    <>
      {!hasFullView(image) && (
        <p role="note" className={classes(styles.note, previewStyles.chrome)}>
          {text('preview.zoom.too-large')}
        </p>
      )}
      <ZoomBar {...bar} />
    </>
  )
}
