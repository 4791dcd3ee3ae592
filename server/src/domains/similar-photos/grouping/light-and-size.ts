import type { ComparedPhoto } from './compared-photo.ts'
import { BURNT_OUT, TOO_DARK } from './limits.ts'

type Light = Pick<ComparedPhoto, 'dark' | 'light'>

/** The part of a photo's score that needs no other photo: 25 % light, 15 % pixels up to 12 megapixels; 0 to 0.4. */
export const scoreLightAndSize = ({
  dark,
  light,
  width,
  height,
}: Light & Pick<ComparedPhoto, 'width' | 'height'>) =>
  0.25 * (1 - Math.min(1, dark + light)) + 0.15 * Math.min(1, (width * height) / 12e6)

/** Whether a photo is too dark or burnt out. */
export const isBadlyLit = (photo: Light): boolean => isTooDark(photo) || isBurntOut(photo)

export const isTooDark = ({ dark }: Light): boolean => dark > TOO_DARK

export const isBurntOut = ({ light }: Light): boolean => light > BURNT_OUT
