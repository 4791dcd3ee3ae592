import { drawDemoPictures } from './pictures.ts'

export interface DrawnPicture {
  fileName: string
  bytes: Uint8Array
}

// Answers each 'next' with the next picture, with null when all are drawn.
const pictures = drawDemoPictures({ now: new Date(process.argv[2]!) })
process.on('message', async () => {
  const { value } = await pictures.next()
  process.send!(value ? ({ fileName: value.fileName, bytes: value.bytes } satisfies DrawnPicture) : null)
})
