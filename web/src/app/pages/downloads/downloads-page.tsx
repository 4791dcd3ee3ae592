import { Archives } from '#web/domains/downloads/index.ts'
import { LibraryExports } from '#web/domains/exports/index.ts'
import { ProductPdfs } from '#web/domains/product-files/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import styles from './downloads-page.module.css'

/** '/downloads': the customer's archives, product PDFs and exports. */
export function DownloadsPage() {
  const { text } = useTexts()
  return (
    <div className={styles.page} data-in-order>
      <h1 className={styles.title}>{text('menu.downloads')}</h1>
      <section aria-labelledby="archives">
        <h2 id="archives">{text('downloads.archives')}</h2>
        <Archives />
      </section>
      <ProductPdfs />
      <LibraryExports />
    </div>
  )
}
