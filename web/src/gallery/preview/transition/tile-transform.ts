/** A rectangle on the screen, px. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/**
 * Returns the style that makes a picture at `picture` look as it does in its tile: scaled to cover the tile and clipped to it.
 * Without the style the picture is at its own position.
 */
export function getTileStyle(picture: Box, tile: Box): { transform: string; clipPath: string } {
  const scale = Math.max(tile.width / picture.width, tile.height / picture.height)
  const x = tile.left + tile.width / 2 - (picture.left + picture.width / 2)
  const y = tile.top + tile.height / 2 - (picture.top + picture.height / 2)
  const cutX = Math.max(0, (picture.width - tile.width / scale) / 2)
  const cutY = Math.max(0, (picture.height - tile.height / scale) / 2)
  return {
    transform: `translate(${round(x)}px, ${round(y)}px) scale(${round(scale)})`,
    clipPath: `inset(${round(cutY)}px ${round(cutX)}px)`,
  }
}

export const UNTRANSFORMED_STYLE = { transform: 'none', clipPath: 'inset(0px 0px)' }

/** Whether a tile is visible, at least partly. */
export function isOnScreen(tile: Box, screen: { width: number; height: number }): boolean {
  return (
    tile.width > 0 &&
    tile.height > 0 &&
    tile.left < screen.width &&
    tile.top < screen.height &&
    tile.left + tile.width > 0 &&
    tile.top + tile.height > 0
  )
}

const round = (value: number) => Math.round(value * 1000) / 1000
