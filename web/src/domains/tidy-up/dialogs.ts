/* Loaded together, when the page is idle. */
export { AllDialog } from './all-dialog.tsx'
export { CompareDialog } from './compare-dialog.tsx'
