export { ActivityList } from './activity-list.tsx'
export { ChangesContent } from './changes/changes-content.tsx'
