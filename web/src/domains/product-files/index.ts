export { useProductFiles } from './product-file-queries.ts'
export { ProductPdfAction } from './product-pdf-action.tsx'
export { ProductPdfs } from './product-pdfs.tsx'
