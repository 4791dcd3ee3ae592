export { ExportButton, useExportModal } from './export-button.tsx'
export { LibraryExports } from './library-exports.tsx'
