/** Interleaved, upright 8-bit sRGB pixels. `full` is the size of the whole picture they were scaled from. */
export type RawPicture = {
  data: Uint8Array
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
  full: { width: number; height: number }
}

/** A JPEG or PNG by path or in memory, or the pixels of another decoder. */
export type PictureSource = { path: string } | { bytes: Uint8Array } | { raw: RawPicture }
