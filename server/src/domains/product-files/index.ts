import { defineDomain } from '../../domain.ts'
import { productFileEraser } from './erasure.ts'
import { productFileStored } from './events.ts'
import { productFileJobs } from './jobs.ts'
import { productFileRoutes } from './routes.ts'
import { productFileTables } from './tables.ts'

export { productFileStored } from './events.ts'
export { listPdfFiles, openPdf, type ProductPdf } from './pdf-files.ts'

/** PDFs of ordered products, as the retailer sends them. */
export const productFiles = defineDomain({
  name: 'product-files',
  dependsOn: ['services', 'customers', 'orders'],
  tables: productFileTables,
  routes: productFileRoutes,
  jobs: productFileJobs,
  emits: [productFileStored],
  eraseAccount: productFileEraser,
})
