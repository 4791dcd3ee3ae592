/** What a customer may expect of an export: the photos of the moment it was asked for, until it expires. */
export interface ModelExport {
  backupId: string
  photos: { id: string; sha256: string }[]
  /** When it expires; null as long as nobody has seen it ready. */
  expires: number | null
}
