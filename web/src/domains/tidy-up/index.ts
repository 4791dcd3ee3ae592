export { TidyUp } from './tidy-up.tsx'
