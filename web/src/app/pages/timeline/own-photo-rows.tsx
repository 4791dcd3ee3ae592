import type { Image } from '#contract/photos.ts'
import { PhotoProductsRow } from '#web/domains/photos/index.ts'
import { PlaceRow } from '#web/domains/places/index.ts'

/** Rows of the details of a photo of the own library: its place and its products. */
export function OwnPhotoRows({ image }: { image: Image }) {
  return (
    <>
      <PlaceRow image={image} />
      <PhotoProductsRow image={image} />
    </>
  )
}
