import type { StageGestures } from '../gestures/stage-gestures.ts'
import type { PreviewKeys } from '../keyboard/use-preview-keys.ts'

/** The keys that zoom the shown picture and move it. */
export function createZoomKeys({ toggle, showActual, pan }: StageGestures): Pick<PreviewKeys, ZoomCommand> {
  return {
    zoom: () => toggle(),
    actual: () => showActual(),
    'pan-left': () => pan(-PAN_STEP, 0),
    'pan-right': () => pan(PAN_STEP, 0),
    'pan-up': () => pan(0, -PAN_STEP),
    'pan-down': () => pan(0, PAN_STEP),
  }
}

type ZoomCommand = 'zoom' | 'actual' | 'pan-left' | 'pan-right' | 'pan-up' | 'pan-down'

/** As a share of the stage. */
const PAN_STEP = 0.25
