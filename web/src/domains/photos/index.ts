export { deletePhotosAction } from './deleting/delete-photos-action.tsx'
export { photoKeys, userQuery } from './queries.ts'
export { refusalText } from './refusal-text.ts'
