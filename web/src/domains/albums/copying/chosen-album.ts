/** The album that photos are copied to, with its name for the toast. */
export interface ChosenAlbum {
  id: string
  name: string
}
