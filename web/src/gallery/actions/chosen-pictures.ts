import { isOnScreen } from '../preview/transition/tile-transform.ts'

/** A picture on the screen and its place there. */
export interface ChosenPicture {
  url: string
  box: DOMRect
}

/**
 * The pictures on the screen, at most `count`, of the photos that an action is performed on: the one of the preview, else
 * the selected ones, else, without selection, those of the whole grid. Empty when none of them is in the window.
 */
export function chosenPictures(count: number): ChosenPicture[] {
  const chosen: ChosenPicture[] = []
  for (const element of chosenElements()) {
    const box = element.getBoundingClientRect()
    const url = shownPicture(element)
    if (url && isOnScreen(box, { width: innerWidth, height: innerHeight })) chosen.push({ url, box })
    if (chosen.length === count) break
  }
  return chosen
}

function chosenElements(): Element[] {
  const shown = document.querySelector('[data-viewer] [data-picture]')
  if (shown) return [shown]
  const selecting = document.querySelector('[role=gridcell][aria-selected]') !== null
  return [
    ...document.querySelectorAll(`[role=gridcell]${selecting ? '[aria-selected=true]' : ''} [data-photo]`),
  ]
}

/** Address of the topmost loaded picture of a tile or of the preview. */
function shownPicture(element: Element): string | undefined {
  const pictures = [...element.querySelectorAll('img')]
  return pictures.findLast(picture => picture.complete && picture.naturalWidth > 0)?.currentSrc
}
