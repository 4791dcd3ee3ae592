export { TidyUp } from './tidy-up.tsx'
export { undoDecisions } from './undo-decisions.ts'
