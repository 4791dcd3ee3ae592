export { createEntryNames } from './names.ts'

export { planZip, type ZipEntry, type ZipPlan } from './plan.ts'
export { parseRange } from './range.ts'
export { ReceiverGoneError, sendZip } from './send.ts'
export type { PositionedSource, ZipSource } from './sources.ts'
