/** The album that photos are copied to, with its name for the toast. */
export interface TargetAlbum {
  id: string
  name: string
}
