import { type DemoPicture, drawDemoPictures } from './pictures.ts'

export type DrawnPicture = Omit<DemoPicture, 'bytes'> & { bytes: Uint8Array }

// Answers each message 'next' with the next picture, or null after the last one.
const pictures = drawDemoPictures({ now: new Date(process.argv[2]!) })
process.on('message', async () => {
  const { value } = await pictures.next()
  process.send!((value ?? null) satisfies DrawnPicture | null)
})
