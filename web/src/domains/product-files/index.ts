export { ProductPdfAction } from './product-pdf-action.tsx'
export { ProductPdfs } from './product-pdfs.tsx'
export { useProductFileChanges } from './use-product-file-changes.ts'
