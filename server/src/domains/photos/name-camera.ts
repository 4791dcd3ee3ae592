import type { PhotoRow } from './store/photos.ts'

/** Returns the name of a photo's camera: its model, with the maker where the model does not begin with it; null without one. */
export function nameCamera(camera: PhotoRow['camera']): string | null {
  const make = typeof camera?.make === 'string' ? camera.make : ''
  const model = typeof camera?.model === 'string' ? camera.model : ''
  if (!model) return make || null
  const isIncluded = model.toLowerCase().startsWith(make.split(' ')[0]!.toLowerCase())
  return isIncluded ? model : `${make} ${model}`
}
