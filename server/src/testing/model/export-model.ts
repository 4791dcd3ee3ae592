/** An export as its owner sees it: the photos of the time of the request, until it expires. */
export interface ModelExport {
  backupId: string
  photos: { id: string; sha256: string }[]
  /** Time of expiry in ms; null until the export was seen ready. */
  expires: number | null
}
