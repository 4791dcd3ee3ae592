import ImageIcon from 'lucide-react/icons/image'
import { useState } from 'react'
import type { OrderedProduct } from '#contract/orders.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './product-picture.module.css'

/** The picture of a product, which its title describes; a neutral tile when there is none or its address has expired. */
export function ProductPicture({ picture, className }: ProductPictureProps) {
  const [failedUrl, setFailedUrl] = useState<string>()
  const url = picture?.url
  return (
    <span className={classes(styles.tile, className)}>
      {url && failedUrl !== url ? (
        <img src={url} alt="" decoding="async" onError={() => setFailedUrl(url)} className={styles.picture} />
      ) : (
        <Icon of={ImageIcon} size={24} strokeWidth={1.5} />
      )}
    </span>
  )
}

interface ProductPictureProps {
  picture: OrderedProduct['picture'] | undefined
  className?: string
}
