export { ActivityList } from './activity-list.tsx'
export { formatActor } from './activity-texts.ts'
export { ChangesContent } from './changes/changes-content.tsx'
export { WorkCard } from './work-card.tsx'
