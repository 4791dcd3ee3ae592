/** Interleaved 8-bit sRGB pixels, the right way up. `full` is the size of the whole picture they were scaled from. */
export type RawPicture = {
  data: Uint8Array
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
  full: { width: number; height: number }
}

/** A JPEG or PNG by path or in memory, or pixels that another decoder brought. */
export type PictureSource = { path: string } | { bytes: Uint8Array } | { raw: RawPicture }
