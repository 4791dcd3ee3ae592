/** Make, model and label of a camera; null when the file names none. */
export interface CameraName {
  make: string
  model: string
  label: string
}

/** Returns the name of a photo's camera. */
export function toCameraName(camera: Record<string, unknown> | null): CameraName | null {
  const [make, model] = [camera?.make, camera?.model].map(text =>
    typeof text === 'string' ? text.trim().slice(0, LENGTH_MAX) : '',
  ) as [string, string]
  return make || model ? { make, model, label: createLabel(make, model) } : null
}

/** Returns the label of a photo's camera, by which search finds it, too; null without one. */
export const nameCamera = (camera: Record<string, unknown> | null): string | null =>
  toCameraName(camera)?.label ?? null

const LENGTH_MAX = 100

/** Many makers repeat their name in the model, as in 'Canon EOS 5D'. */
function createLabel(make: string, model: string): string {
  const [maker = ''] = make.split(/[\s,]+/)
  if (!model) return make
  if (!maker || model.toLowerCase().startsWith(maker.toLowerCase())) return model
  return `${maker.length > 3 && maker === maker.toUpperCase() ? maker[0] + maker.slice(1).toLowerCase() : maker} ${model}`
}
