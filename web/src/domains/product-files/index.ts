export { ProductPdfAction } from './product-pdf-action.tsx'
export { ProductPdfs } from './product-pdfs.tsx'
export { useProductFiles } from './use-product-files.ts'
