/** The layers over a draft, in one file that is loaded on demand. */
export { HandOverDialog } from './hand-over-dialog.tsx'
export { LeftOutDialog } from './left-out-dialog.tsx'
export { ReasonPopover } from './reason-popover.tsx'
