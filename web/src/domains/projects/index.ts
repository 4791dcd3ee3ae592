export { LatestProjects, useProjectCount } from './latest/latest-projects.tsx'
export { ProjectList } from './list/project-list.tsx'
