export { downloadAction } from './download-action.tsx'
