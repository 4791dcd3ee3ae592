export { fetchPhotoProducts } from './photo-products-query.ts'
export { PhotoProductsRow } from './photo-products-row.tsx'
