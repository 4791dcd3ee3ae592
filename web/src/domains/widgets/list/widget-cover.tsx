import type { Widget } from '#contract/widgets.ts'
import { ProductPicture } from '#web/domains/orders/index.ts'
import styles from './widget-cover.module.css'

/** The cover of a widget in its format on a tile of one size; its title is beside it. */
export function WidgetCover({ widget: { previewUrl, placeholder, aspectRatio } }: { widget: Widget }) {
  const picture = previewUrl === null ? null : { url: previewUrl, ...(placeholder && { placeholder }) }
  return (
    <div className={styles.tile}>
      <div className={styles.cover} style={{ '--ratio': aspectRatio } as object}>
        <ProductPicture picture={picture} className={styles.picture ?? ''} />
      </div>
    </div>
  )
}
