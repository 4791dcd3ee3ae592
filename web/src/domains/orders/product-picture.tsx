import ImageIcon from 'lucide-react/icons/image'
import { useState } from 'react'
import type { Order, OrderedProduct } from '#contract/orders.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './product-picture.module.css'
import productPicturesStyles from './product-pictures.module.css'

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

const MAX_PICTURES = 3

/** Up to three pictures of an order, one over the other. */
export function ProductPictures({ products }: Pick<Order, 'products'>) {
  const visibleProducts = products.filter(({ picture }) => picture).slice(0, MAX_PICTURES)
  return (
    <div className={productPicturesStyles.pictures}>
      {visibleProducts.length === 0 && (
        <ProductPicture picture={null} className={productPicturesStyles.picture} />
      )}
      {visibleProducts.map(({ code, picture }) => (
        <ProductPicture key={code} picture={picture} className={productPicturesStyles.picture} />
      ))}
    </div>
  )
}
