export { StorageButton } from './storage-button.tsx'
export { StorageNote } from './storage-note.tsx'
