/** An album as the toast names it. */
export interface ChosenAlbum {
  id: string
  name: string
}
