import type { Camera } from '#contract/photos.ts'

/** Formats maker and model, 'Google Pixel'; a maker whose name is part of the model is not repeated. */
export function formatCameraName(camera: Camera | undefined): string | undefined {
  const make = camera?.make?.trim()
  const model = camera?.model?.trim()
  if (!make || !model) return model || make || undefined
  const [firstWord = ''] = make.split(' ')
  return model.toLowerCase().startsWith(firstWord.toLowerCase()) ? model : `${make} ${model}`
}

/** Formats seconds as photographers write them: '1/250', '2.5', '30'. */
export function formatExposure(seconds: number, number: (value: number) => string): string {
  if (seconds > 0 && seconds < 0.3) return `1/${number(Math.round(1 / seconds))}`
  return number(Math.round(seconds * 10) / 10)
}

/** Formats minutes east of UTC as 'UTC+05:30'. */
export function formatOffset(minutes: number): string {
  const sign = minutes < 0 ? '−' : '+'
  const padTwo = (value: number) => String(value).padStart(2, '0')
  return `UTC${sign}${padTwo(Math.floor(Math.abs(minutes) / 60))}:${padTwo(Math.abs(minutes) % 60)}`
}
