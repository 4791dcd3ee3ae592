import { type DemoPicture, drawDemoPictures } from './pictures.ts'

export type DrawnPicture = Omit<DemoPicture, 'bytes'> & { bytes: Uint8Array }

// Answers each 'next' with the next picture, with null when all are drawn.
const pictures = drawDemoPictures({ now: new Date(process.argv[2]!) })
process.on('message', async () => {
  const { value } = await pictures.next()
  process.send!((value ?? null) satisfies DrawnPicture | null)
})
