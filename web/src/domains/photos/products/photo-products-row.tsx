import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PhotoProduct } from '#contract/photo-products.ts'
import type { Image } from '#contract/photos.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { isRouteEnabled } from '#web/platform/navigation/switched-off-routes.ts'
import { classes } from '#web/ui/classes.ts'
import { photoProductsQuery } from './photo-products-query.ts'
import styles from './photo-products-row.module.css'

/** 'In 3 products' with links to them, for the details of a photo; nothing without products, and until they are known. */
export function PhotoProductsRow({ image }: { image: Pick<Image, 'imageId'> }) {
  const { text } = useTexts()
  const { data } = useQuery(photoProductsQuery(image.imageId))
  if (!data?.productsCount) return null
  const moreCount = data.productsCount - data.products.length
  return (
    <div>
      <dt>{text('photo-products.count', { count: data.productsCount })}</dt>
      <dd>
        <ul className={classes('ui-stack8', styles.products)}>
          {data.products.map(product => (
            <li key={`${product.kind} ${product.code}`}>
              <ProductLink product={product} />
            </li>
          ))}
          {moreCount > 0 && (
            <li className="ui-note ui-block">{text('photo-products.more', { count: moreCount })}</li>
          )}
        </ul>
      </dd>
    </div>
  )
}

function ProductLink({ product }: { product: PhotoProduct }) {
  const texts = useTexts()
  const { title, orderCode, orderedAt } = product
  if (orderCode === null || orderedAt === null)
    return (
      <>
        {isRouteEnabled(PATHS.savedProjects) ? (
          <Link to={PATHS.savedProjects} className="ui-medium">
            {title}
          </Link>
        ) : (
          title
        )}
        <span className="ui-note ui-block">{texts.text('photo-products.project')}</span>
      </>
    )
  const date = instantDayLabel(texts, orderedAt)
  return (
    <>
      <Link to={PATHS.order} params={{ orderCode }} className="ui-medium">
        {title}
      </Link>
      <span className="ui-note ui-block">{texts.text('photo-products.ordered', { date })}</span>
    </>
  )
}
