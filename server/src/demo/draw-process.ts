import { drawDemoPictures } from './pictures.ts'

export interface DrawnPicture {
  fileName: string
  bytes: Uint8Array
  albums: string[]
  earlier: { fileName: string; bytes: Uint8Array; takenAt: string } | null
}

// Answers each 'next' with the next picture, with null when all are drawn.
const pictures = drawDemoPictures({ now: new Date(process.argv[2]!) })
process.on('message', async () => {
  const { value } = await pictures.next()
  const drawn = value && {
    fileName: value.fileName,
    bytes: value.bytes,
    albums: value.albums,
    earlier: value.earlier,
  }
  process.send!((drawn ?? null) satisfies DrawnPicture | null)
})
