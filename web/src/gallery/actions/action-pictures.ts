import { isOnScreen } from '../preview/transition/tile-transform.ts'

/** A picture on the screen and its place there. */
export interface ActionPicture {
  url: string
  box: DOMRect
}

/**
 * Lists the pictures on the screen, at most `count`, of the photos that an action is performed on: the photo of the
 * preview, else the selected photos, else all photos of the grid. Empty when no such photo is in the window.
 */
export function listActionPictures(count: number): ActionPicture[] {
  const actionPictures: ActionPicture[] = []
  for (const element of findActionElements()) {
    const box = element.getBoundingClientRect()
    const url = findLoadedPictureUrl(element)
    if (url && isOnScreen(box, { width: innerWidth, height: innerHeight })) actionPictures.push({ url, box })
    if (actionPictures.length === count) break
  }
  return actionPictures
}

function findActionElements(): Element[] {
  const previewPicture = document.querySelector('[data-viewer] [data-picture]')
  if (previewPicture) return [previewPicture]
  const isSelecting = document.querySelector('[role=gridcell][aria-selected]') !== null
  return [
    ...document.querySelectorAll(`[role=gridcell]${isSelecting ? '[aria-selected=true]' : ''} [data-photo]`),
  ]
}

/** Finds the address of the topmost loaded picture of a tile or of the preview. */
function findLoadedPictureUrl(element: Element): string | undefined {
  const pictures = [...element.querySelectorAll('img')]
  return pictures.findLast(picture => picture.complete && picture.naturalWidth > 0)?.currentSrc
}
