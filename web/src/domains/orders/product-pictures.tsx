import type { Order } from '#contract/orders.ts'
import { ProductPicture } from './product-picture.tsx'
import styles from './product-pictures.module.css'

const MAX_PICTURES = 3

/** Up to three pictures of an order, one over the other. */
export function ProductPictures({ products }: Pick<Order, 'products'>) {
  const visibleProducts = products.filter(({ picture }) => picture).slice(0, MAX_PICTURES)
  return (
    <div className={styles.pictures}>
      {visibleProducts.length === 0 && <ProductPicture picture={null} className={styles.picture} />}
      {visibleProducts.map(({ code, picture }) => (
        <ProductPicture key={code} picture={picture} className={styles.picture} />
      ))}
    </div>
  )
}
